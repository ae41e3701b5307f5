"""The durable shell: it waits, asks the domain and has the answer written down.  It knows no poker."""
