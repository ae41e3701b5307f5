"""One module per Lambda function: each parses, asks, and replies in HTTP.  No poker here, and no state."""
