/**
 * A set of rules as people have them, for measurements: company policies, support rules, a board game, and single facts.
 *
 *   npx tsx bench/example-rules.ts 500 > my-rules.jsonl
 */
import { pathToFileURL } from 'node:url';
import { randomStream, type Random } from '../src/random.ts';

export interface ExampleRule {
  readonly id: string;
  readonly premise: string;
  readonly conclusion: string;
}

/** Who does what under which condition, and what may follow; `{n}` is a number. */
interface Domain {
  readonly subjects: readonly string[];
  readonly events: readonly string[];
  readonly conditions: readonly string[];
  readonly consequences: readonly string[];
}

const COMPANY: Domain = {
  subjects: ['an employee', 'an intern', 'a manager', 'a contractor', 'a driver', 'a trainee', 'a night guard', 'a works council member'],
  events: [
    'loses an access card', 'arrives late', 'books a flight', 'works on a public holiday', 'reports an injury', 'hands in a resignation',
    'orders a laptop', 'claims a taxi fare', 'calls in sick', 'asks for parental leave', 'signs a contract', 'invites a guest',
    'receives a gift', 'uses a private phone for work', 'moves to another town', 'finds a safety defect',
  ],
  conditions: ['', '', ' during the probation period', ' without a receipt', ' on a weekend', ' more than {n} times a year', ' after a warning', ' abroad'],
  consequences: [
    'the head of department must approve it within {n} days', 'payroll deducts {n} euros', 'the works council is informed', 'a written note goes into the file',
    '{n} extra days of leave are granted', 'the cost is refunded up to {n} euros', 'the security desk blocks access', 'a medical certificate is required from day {n}',
    'human resources answers within {n} working days', 'a meeting with the supervisor takes place', 'the allowance rises by {n} percent', 'the claim expires after {n} weeks',
  ],
};

const SUPPORT: Domain = {
  subjects: ['a customer', 'a reseller', 'a premium member', 'a school', 'a guest without an account', 'a subscriber', 'a buyer from overseas'],
  events: [
    'returns a parcel', 'cancels an order', 'reports a broken screen', 'forgets a password', 'pays by invoice', 'disputes a charge', 'asks for a discount',
    'receives the wrong colour', 'writes a complaint', 'changes the delivery address', 'misses the courier', 'wants a duplicate receipt', 'renews a licence', 'reports a billing error',
  ],
  conditions: ['', '', ' within {n} days', ' after the warranty has ended', ' for the second time', ' without the original box', ' by telephone', ' before shipping'],
  consequences: [
    'the full price is refunded', 'a replacement is sent free of charge', 'a fee of {n} euros applies', 'the ticket is passed to level {n}', 'the account is locked for {n} hours',
    'a voucher of {n} euros is issued', 'shipping costs are not refunded', 'the team answers within {n} hours', 'a photo of the damage is needed', 'the request is declined politely',
    'store credit is offered', 'the invoice is corrected the same day',
  ],
};

const GAME: Domain = {
  subjects: ['a wizard', 'a knight', 'the banker', 'a thief', 'the youngest player', 'a dragon', 'a merchant', 'a healer'],
  events: [
    'lands on a red square', 'draws a black card', 'rolls a double', 'crosses the river', 'enters the tower', 'buys a horse', 'wins a duel', 'opens a chest',
    'reaches the harbour', 'loses a shield', 'meets a troll', 'sells a gem', 'breaks an alliance', 'builds a bridge',
  ],
  conditions: ['', '', ' at night', ' with fewer than {n} coins', ' in the first round', ' while holding the crown', ' next to a rival', ' after a storm'],
  consequences: [
    'move {n} squares forward', 'pay {n} coins to the bank', 'draw {n} more cards', 'skip the next turn', 'swap places with the player on the left', 'every other player loses {n} points',
    'gain {n} silver', 'the game ends at once', 'put the token back to the start', 'take the top card of the discard pile', 'roll again', 'the castle gate stays closed for {n} rounds',
  ],
};

/** What a thing may have, and values that it may be. */
const FACTS: readonly (readonly [string, readonly string[]])[] = [
  ['opening time', ['{n} minutes past nine', 'half past {n}', 'by arrangement only']],
  ['return period', ['{n} days', '{n} weeks from purchase', 'no returns are taken']],
  ['deposit', ['{n} euros', '{n} percent of the price', 'a signed form']],
  ['contact person', ['the duty officer', 'the front office on floor {n}', 'whoever wears badge {n}']],
  ['warranty', ['{n} months', 'until the first repair', '{n} years for members']],
  ['delivery time', ['{n} working days', 'the next morning', 'up to {n} hours']],
  ['purpose', ['to save time and paper', 'to bring neighbours together', 'to train {n} beginners a year']],
  ['cleaning interval', ['every {n} days', 'after each use', 'twice a week in summer']],
  ['limit', ['{n} persons', '{n} items a visit', 'two hours a day']],
];
const OWNERS = [
  'the north warehouse', 'the rental bicycles', 'the summer school', 'the espresso machine', 'the visitor car park', 'the film archive', 'the repair desk', 'the meeting room Alba',
  'the climbing hall', 'the greenhouse', 'the loyalty card', 'the tool library', 'the ferry line', 'the printing service', 'the book exchange', 'the swimming pool',
];

const DOMAINS: readonly Domain[] = [COMPANY, SUPPORT, GAME];
/** One rule in so many is a fact. */
const FACT_EVERY = 5;

/** The first `count` rules; a longer set begins with the shorter one. No premise comes twice. */
export function exampleRules(count: number, seed = 'example rules'): ExampleRule[] {
  const random = randomStream(seed);
  const premises = new Set<string>();
  const rules: ExampleRule[] = [];
  while (rules.length < count) {
    const at = rules.length;
    const { premise, conclusion } = at % FACT_EVERY === 0 ? fact(random) : conditional(DOMAINS[at % DOMAINS.length] as Domain, random);
    if (premises.has(premise)) continue;
    premises.add(premise);
    rules.push({ id: `R${at + 1}`, premise, conclusion });
  }
  return rules;
}

function conditional(domain: Domain, random: Random): Omit<ExampleRule, 'id'> {
  const [subject, event] = [random.pick(domain.subjects), random.pick(domain.events)];
  const condition = withNumber(random.pick(domain.conditions), random);
  return { premise: `If ${subject} ${event}${condition}`, conclusion: withNumber(random.pick(domain.consequences), random) };
}

function fact(random: Random): Omit<ExampleRule, 'id'> {
  const [thing, values] = random.pick(FACTS);
  return { premise: `the ${thing} of ${random.pick(OWNERS)}`, conclusion: withNumber(random.pick(values), random) };
}

function withNumber(text: string, random: Random): string {
  return text.replace('{n}', () => String(random.integer(2, 30)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lines = exampleRules(Number(process.argv[2] ?? 500)).map((rule) => JSON.stringify(rule));
  process.stdout.write(`${lines.join('\n')}\n`);
}
