/** The JSON that data files hold: rules and problems, checked on the way in. */
import { z } from 'zod';
import type { GivenFact, Problem, Rule } from '../types.ts';

const widened = z.strictObject({ noun: z.string().min(1), adjective: z.string().min(1).nullable() });
const state = z.strictObject({ word: z.string().min(1), adverb: z.string().min(1).nullable() });
const verb = z.enum(['gain', 'get', 'lose', 'drop']);
const role = z.enum(['actor', 'target']);
const word = z.string().min(1);
const count = z.int().min(0);
const id = z.int().min(0);

/** One rule as structured data; every premise and effect is required. */
export const ruleSchema: z.ZodType<Rule> = z.discriminatedUnion('relation', [
  z.strictObject({ id, relation: z.literal('Entity2Attr'), entity: widened, attribute: widened, count }),
  z.strictObject({
    id,
    relation: z.literal('AttrChange2Attr'),
    cause: widened,
    causeVerb: verb,
    attribute: widened,
    verb,
    count,
  }),
  z.strictObject({ id, relation: z.literal('Action2Env'), action: word, role, environment: word }),
  z.strictObject({ id, relation: z.literal('Action2Attr'), action: word, role, attribute: widened, verb, count }),
  z.strictObject({ id, relation: z.literal('Action2State'), action: word, role, state }),
  z.strictObject({ id, relation: z.literal('Env2State'), environment: word, state }),
  z.strictObject({ id, relation: z.literal('State2Attr'), state, attribute: widened, verb, count }),
]);

const factSchema: z.ZodType<GivenFact> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('entity'), variable: word, entity: widened }),
  z.strictObject({ kind: z.literal('action'), actor: word, target: word, action: word }),
  z.strictObject({ kind: z.literal('environment'), variable: word, environment: word }),
  z.strictObject({ kind: z.literal('state'), variable: word, state }),
  z.strictObject({ kind: z.literal('count'), variable: word, attribute: widened, count }),
  z.strictObject({ kind: z.literal('change'), variable: word, attribute: widened, verb, count }),
]);

const querySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('environment'), variable: word }),
  z.strictObject({ kind: z.literal('state'), variable: word }),
  z.strictObject({ kind: z.literal('final'), variable: word, attribute: widened }),
  z.strictObject({ kind: z.literal('change'), variable: word, attribute: widened }),
]);

/** The facts and queries of a question. */
export const problemSchema: z.ZodType<Problem> = z.strictObject({
  parts: z.array(z.strictObject({ facts: z.array(factSchema), query: querySchema })).min(1),
});
