# Every target is thin over `node bin/dynarule.js <command>`; `make help` lists them.
#   EXPERIMENT=experiments/quick.yaml   the YAML that decides about the run; each command has a default
#   ARGS='--set evaluation.seeds=[1]'   further options of the command (`node bin/dynarule.js <command> --help`)
EXPERIMENT ?=
ARGS ?=

dynarule := node bin/dynarule.js
experiment = $(if $(EXPERIMENT),--experiment $(EXPERIMENT))

.DEFAULT_GOAL := help
.PHONY: help setup ready test demo generate verify-dataset check-rules models pretrain embed \
  train-stage1 train-stage2 eval-table2 report bench lint typecheck clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## npm packages and the native TensorFlow backend (TF_VARIANT=gpu: the CUDA one)
	@scripts/setup.sh

# What the other targets need: the same, but a native build that failed is not tried again.
ready:
	@scripts/setup.sh --if-needed

test: ready ## type check, lint and all tests; ARGS=tests/lm: the tests of that folder alone
	@scripts/test.sh $(ARGS)

demo: ready ## data, both training stages in short form, Table 2 of the shipped checkpoint, a report
	@$(dynarule) demo $(ARGS)

generate: ready ## RuleWorld: rules and questions
	@$(dynarule) generate $(experiment) $(ARGS)

verify-dataset: ready ## answer every question of a data set with the independent solver
	@$(dynarule) verify-dataset $(ARGS)

check-rules: ready ## look for conflicts, cycles and duplicates; ARGS=<rules>
	@$(dynarule) check-rules $(ARGS)

models: ready ## bring the real models into models/
	@$(dynarule) models $(ARGS)

pretrain: ready ## the tiny base model and its tokenizer
	@$(dynarule) pretrain $(experiment) $(ARGS)

embed: ready ## embeddings of the rules
	@$(dynarule) embed $(experiment) $(ARGS)

train-stage1: ready ## stage 1 of DynaRule
	@$(dynarule) train-stage1 $(experiment) $(ARGS)

train-stage2: ready ## stage 2 of DynaRule
	@$(dynarule) train-stage2 $(experiment) $(ARGS)

eval-table2: ready ## the paper's Table 2, our rows beside its rows
	@$(dynarule) eval-table2 $(experiment) $(ARGS)

report: ready ## the report of a run folder
	@$(dynarule) report $(experiment) $(ARGS)

bench: ready ## speed beside PyTorch, one JSON line a work
	@$(dynarule) bench $(ARGS)

lint: ready ## eslint
	@npx eslint .

typecheck: ready ## tsc
	@npx tsc --noEmit

clean: ## remove generated data, runs and results; keeps node_modules, models and the cache
	rm -rf runs results datasets/*/
