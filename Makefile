# What can be done here. Each target is a step of .ci/steps, which needs no make: bash .ci/steps run

.DEFAULT_GOAL := help
.PHONY: help setup run demo test check bench wording format lock

help: ## list the targets
	@sed -nE 's/^([a-z]+): ## (.*)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

setup: ## make .venv from the lock (skipped while it is up to date)
	@bash .ci/steps setup

run: ## start the product on this machine; Ctrl-C stops it, the next run goes on where the evening was
	@bash .ci/steps run

demo: ## play a recorded evening through the public API and compare it with the record
	@bash .ci/steps demo

test: ## everything CI runs
	@bash .ci/steps test

check: ## the fast part: format, lint, types, layers, domain
	@bash .ci/steps check

bench: ## speed and size, as ratios
	@bash .ci/steps bench

wording: ## how often the check of prize texts is wrong, on texts kept apart
	@bash .ci/steps wording

format: ## format all files and mend what the linter can mend by itself
	@bash .ci/steps format

lock: ## resolve the libraries again into requirements/*.txt
	@bash .ci/steps lock
