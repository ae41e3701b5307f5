"""Wiring: settings, clients, the worker, the deployment and the local stack."""
