"""One module for each outside thing that a tournament needs done; each may be run twice."""
