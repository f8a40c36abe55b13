/** `/v1/rules`: list, add, change and remove rules while answers go on; each request is one edit, all of it or nothing. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isRefusal, type RuleEdit } from '../rulebook/edit.ts';
import { ruleOfRow, type RuleDraft } from '../rulebook/rule-row.ts';
import { ruleText, type OwnRule } from '../rulebook/rule.ts';
import { ApiError, checked, refusalError } from './api-error.ts';
import type { ServeContext } from './context.ts';
import { patience } from './patience.ts';

const wholeNumber = (least: number, most: number, byDefault: number): z.ZodType<number> =>
  z.coerce.number().int().min(least).max(most).default(byDefault);

const ListQuery = z.strictObject({
  offset: wholeNumber(0, 1e9, 0),
  limit: wholeNumber(1, 1_000, 100),
  /** Only rules that have this in their text or id. */
  contains: z.string().default(''),
});

const rows = z.array(z.unknown()).default([]);
const EditBody = z.strictObject({ add: rows, change: rows, remove: z.array(z.string()).default([]) });
const A_RULE_OR_MORE = 'expected a rule, such as {"text": "If …, …"} or {"premise": …, "conclusion": …}, or {"rules": [at least one rule]}';
const OneRule = z.looseObject({}, A_RULE_OR_MORE);
const ManyRules = z.strictObject({ rules: z.array(z.unknown(), A_RULE_OR_MORE).min(1, A_RULE_OR_MORE) });
const Params = z.object({ id: z.string() });

export function rulesRoute(server: FastifyInstance, context: ServeContext): void {
  const { store, limits } = context;
  const options = { bodyLimit: limits.rulesBytes };
  server.get('/v1/rules', async (request) => listed(store.snapshot(), checked(ListQuery, request.query)));
  server.get('/v1/rules/:id', async (request) => {
    const { id } = checked(Params, request.params);
    const rule = store.snapshot().rules.find((one) => one.id === id);
    if (rule === undefined) throw new ApiError(404, 'rule_unknown_id', `there is no rule with the id ${id}`);
    return rule;
  });
  server.post('/v1/rules', options, async (request, reply) => {
    const added = addedRows(request.body);
    const done = await edited(context, request, reply, { add: added.map((row, at) => draft(row, `rules[${at}]`)) });
    return reply.code(201).send(done);
  });
  server.patch('/v1/rules', options, async (request, reply) => {
    const { add, change, remove } = checked(EditBody, request.body);
    return edited(context, request, reply, {
      add: add.map((row, at) => draft(row, `add[${at}]`)),
      change: change.map((row, at) => withId(draft(row, `change[${at}]`), `change[${at}]`)),
      remove,
    });
  });
  server.put('/v1/rules/:id', options, async (request, reply) => {
    const { id } = checked(Params, request.params);
    return edited(context, request, reply, { change: [{ ...draft(request.body, 'the rule'), id }] });
  });
  server.delete('/v1/rules/:id', async (request, reply) => edited(context, request, reply, { remove: [checked(Params, request.params).id] }));
}

/** @throws ApiError 400 for a body without rules */
function addedRows(body: unknown): readonly unknown[] {
  const fields = checked(OneRule, body);
  return 'rules' in fields ? checked(ManyRules, fields).rules : [fields];
}

function draft(row: unknown, place: string): RuleDraft {
  const result = ruleOfRow(row);
  if ('draft' in result) return result.draft;
  throw new ApiError(400, 'bad_rule', `${place}: ${result.fault}`);
}

function withId(rule: RuleDraft, place: string): OwnRule {
  if (rule.id === null) throw new ApiError(400, 'bad_rule', `${place}: expected the id of the rule that changes`);
  return { ...rule, id: rule.id };
}

/** In its turn; until it is written it is given up when the client goes away or the time is over, and nothing has changed. */
async function edited({ store, metrics, edits, limits }: ServeContext, request: FastifyRequest, reply: FastifyReply, edit: RuleEdit): Promise<object> {
  requireSize(edit, limits.editRules);
  const signal = patience(reply, limits.editMs, 'the edit took too long, and nothing was changed; send it again later, or in smaller parts');
  const outcome = await edits.run(request.ip, signal, (stop) => store.edit(edit, stop));
  if (isRefusal(outcome)) throw refusalError(outcome);
  metrics.edits.inc();
  const { snapshot, touched } = outcome;
  return { object: 'rules.edit', version: snapshot.version, total: snapshot.rules.length, rules: touched, removed: edit.remove ?? [] };
}

/** @throws ApiError 400 for an edit of nothing, 413 for one of too many rules */
function requireSize({ add = [], change = [], remove = [] }: RuleEdit, most: number): void {
  const size = add.length + change.length + remove.length;
  if (size === 0) throw new ApiError(400, 'bad_request', 'expected rules to add or to change, or ids to remove; got none of them');
  if (size > most) throw new ApiError(413, 'too_many_rules', `expected an edit of at most ${most} rules, got ${size}; send them in several requests`);
}

function listed({ version, rules }: { readonly version: number; readonly rules: readonly OwnRule[] }, { offset, limit, contains }: z.infer<typeof ListQuery>): object {
  const wanted = contains.toLowerCase();
  const found = wanted === '' ? rules : rules.filter((rule) => rule.id === contains || ruleText(rule).toLowerCase().includes(wanted));
  return { object: 'list', version, total: rules.length, found: found.length, offset, data: found.slice(offset, offset + limit) };
}
