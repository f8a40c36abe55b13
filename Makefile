# Every target is thin over `node bin/dynarule.js <command>`; `make help` lists them.
#   EXPERIMENT=experiments/quick.yaml   the YAML that decides about the run; each command has a default
#   ARGS='--set evaluation.seeds=[1]'   further options of the command (`node bin/dynarule.js <command> --help`)
EXPERIMENT ?=
ARGS ?=

dynarule := node bin/dynarule.js
experiment = $(if $(EXPERIMENT),--experiment $(EXPERIMENT))
# Rule counts that tables show whatever the experiment has; a later one in ARGS wins.
six_counts := --set 'evaluation.ruleCounts=[100,500,1000,2000,5000,10000]'

.DEFAULT_GOAL := help
.PHONY: help setup ready test demo generate verify-dataset check-rules models inspect-model pretrain merge-lora \
  embed train-stage1 train-stage2 train-baselines eval-table2 eval-table3 eval-table4 eval-table8 \
  eval-table9 eval-table10 eval-table11 eval-table12 eval-table13 eval-table eval-stepwise eval-refusal \
  import-outside eval-outside \
  eval-nesys ruletrek-build verify-ruletrek eval-ruletrek nesys-workshop nesys-cluster nesys-induce \
  nesys-select nesys-finetune nesys-phase2 nesys-route compare analyse figures report ask chat serve train bench lint typecheck clean

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

inspect-model: ready ## what a model is and what memory it needs; ARGS=<path>
	@$(dynarule) inspect-model $(ARGS)

pretrain: ready ## the tiny base model and its tokenizer
	@$(dynarule) pretrain $(experiment) $(ARGS)

merge-lora: ready ## a model with adapters in its weights; ARGS='--model … --lora … --output …'
	@$(dynarule) merge-lora $(ARGS)

embed: ready ## embeddings of the rules
	@$(dynarule) embed $(experiment) $(ARGS)

train-stage1: ready ## stage 1 of DynaRule
	@$(dynarule) train-stage1 $(experiment) $(ARGS)

train-stage2: ready ## stage 2 of DynaRule
	@$(dynarule) train-stage2 $(experiment) $(ARGS)

train-baselines: ready ## KBLaM and SR-KI, as DynaRule is trained
	@$(dynarule) train-baselines $(experiment) $(ARGS)

eval-table2: ready ## the paper's Tables 2 and 4, our rows beside its rows; ARGS='--workers 2': in two processes
	@$(dynarule) eval-table2 $(experiment) $(ARGS)

eval-table3: ready ## Table 3: exact match of strong models, 1,000 rules; EXPERIMENT= one with an endpoint
	@$(dynarule) eval-table --table 3 $(experiment) --set 'evaluation.ruleCounts=[1000]' $(ARGS)

eval-table4: ready ## Table 4: step-wise recall
	@$(dynarule) eval-table --table 4 $(experiment) $(ARGS)

eval-table8: ready ## Table 8: exact match of each sub-task in FOL, six rule counts
	@$(dynarule) eval-table --table 8 $(experiment) $(six_counts) $(ARGS)

eval-table9: ready ## Table 9: the same in NL
	@$(dynarule) eval-table --table 9 $(experiment) $(six_counts) $(ARGS)

eval-table10: ready ## Table 10: step-wise recall, six rule counts
	@$(dynarule) eval-table --table 10 $(experiment) $(six_counts) $(ARGS)

eval-table11: ready ## Table 11: deviation of exact match over seeds, six rule counts
	@$(dynarule) eval-table --table 11 $(experiment) $(six_counts) $(ARGS)

eval-table12: ready ## Table 12: deviation of recall over seeds, six rule counts
	@$(dynarule) eval-table --table 12 $(experiment) $(six_counts) $(ARGS)

eval-table13: ready ## Table 13: sub-tasks of strong models, three rule counts; EXPERIMENT= one with an endpoint
	@$(dynarule) eval-table --table 13 $(experiment) --set 'evaluation.ruleCounts=[100,500,1000]' $(ARGS)

eval-table: ready ## any of the tables; ARGS='--table paired'
	@$(dynarule) eval-table $(experiment) $(ARGS)

eval-refusal: ready ## how well the model knows that no rule applies, at three rule counts
	@$(dynarule) eval-refusal $(experiment) $(ARGS)

eval-stepwise: ready ## on which questions step-wise retrieval wins
	@$(dynarule) eval-table --table stepwise $(experiment) $(ARGS)

import-outside: ready ## PrOntoQA as rules and questions, from ../shared/outside
	@$(dynarule) import-outside $(experiment) $(ARGS)

eval-outside: ready ## methods on PrOntoQA, after import-outside and train-stage2 EXPERIMENT=experiments/prontoqa.yaml
	@$(dynarule) eval-table --table outside --experiment $(or $(EXPERIMENT),experiments/prontoqa.yaml) $(ARGS)

eval-nesys: ready ## NeSyS: its paper's Tables 1-4 from published numbers, and where they disagree with it
	@$(dynarule) nesys tables $(experiment) $(ARGS)

ruletrek-build: ready ## RuleTrek: build the benchmark, every instance verified
	@$(dynarule) ruletrek build $(ARGS)

verify-ruletrek: ready ## RuleTrek: check every instance, print the acceptance numbers; ARGS=--rebuild: build it again too
	@$(dynarule) ruletrek verify $(ARGS)

eval-ruletrek: ready ## RuleTrek: an agent on the trials of a benchmark, and its scores; AGENT=chat, pi, cmd, oracle …
	@$(dynarule) ruletrek run $(experiment) $(if $(AGENT),--agent $(AGENT)) $(ARGS)

nesys-workshop: ready ## NeSyS: questions of the project's own small world
	@$(dynarule) nesys workshop $(experiment) $(ARGS)

nesys-cluster: ready ## NeSyS: clusters of errors
	@$(dynarule) nesys cluster $(experiment) $(ARGS)

nesys-induce: ready ## NeSyS: rules from errors
	@$(dynarule) nesys induce $(experiment) $(ARGS)

nesys-select: ready ## NeSyS: training data that the rules do not answer; ARGS='--set rules=workshop'
	@$(dynarule) nesys select $(experiment) $(ARGS)

nesys-finetune: ready ## NeSyS: the neural model learns what was selected
	@$(dynarule) nesys finetune $(experiment) $(ARGS)

nesys-phase2: ready ## NeSyS: phase 2 from end to end, after nesys-workshop and nesys-induce
	@$(dynarule) nesys phase2 $(experiment) $(ARGS)

nesys-route: ready ## NeSyS: who should answer, neural model, rules or both
	@$(dynarule) nesys route $(experiment) $(ARGS)

compare: ready ## two evaluations, question by question; ARGS='<results.json> <results.json>'
	@$(dynarule) compare $(ARGS)

analyse: ready ## one of the analyses behind the figures; ARGS='retention', attention, removal, cost or cases
	@$(dynarule) analyse $(experiment) $(ARGS)

figures: ready ## the paper's figures from a run folder: SVG, PNG, CSV
	@$(dynarule) figures $(experiment) $(ARGS)

report: ready ## the report of a run folder: tables, figures and every question in one HTML file
	@$(dynarule) report $(experiment) $(ARGS)

ask: ready ## a question to one's own rules; ARGS='--rules my-rules.jsonl "…"'
	@$(dynarule) ask $(ARGS)

chat: ready ## the same from the terminal, one question a line; ARGS='--rules my-rules.jsonl'
	@$(dynarule) chat $(ARGS)

serve: ready ## the same as an OpenAI-compatible endpoint with a page; ARGS='--rules my-rules.jsonl'
	@$(dynarule) serve $(ARGS)

train: ready ## adapters for one's own rules, with a table before and after; ARGS='--rules my-rules.jsonl'
	@$(dynarule) train $(experiment) $(ARGS)

bench: ready ## speed beside PyTorch, one JSON line a work
	@$(dynarule) bench $(ARGS)

lint: ready ## eslint
	@npx eslint .

typecheck: ready ## tsc
	@npx tsc --noEmit
	@npx tsc --noEmit -p src/report/page

clean: ## remove generated data, runs and results; keeps node_modules, models and the cache
	rm -rf runs results datasets/*/
