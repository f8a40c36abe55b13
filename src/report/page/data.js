/** Reads what the report embeds: the other end of src/report/questions.ts. */

/**
 * @typedef {readonly [string, number | null]} Scored a rule with its score, or its rank among the gold ones
 *
 * @typedef {object} Answered one answered question
 * @property {string} method
 * @property {string} form
 * @property {number} ruleCount
 * @property {string} repository
 * @property {number} seed
 * @property {string} type
 * @property {string} outcome
 * @property {number} exactMatch
 * @property {readonly (number | null)[]} recalls at 1, 10 and 100
 * @property {string} question
 * @property {string} questionId
 * @property {string} gold
 * @property {string} text
 * @property {string | null} answer
 * @property {readonly (readonly Scored[])[]} goldSteps
 * @property {readonly (readonly Scored[])[]} retrieved
 * @property {{ kind: string, step: number, reason: string } | null} fault
 */

/** @typedef {import('../compact-record.ts').CompactRecord} CompactRecord */

/**
 * @param {string} encoded gzip of JSON in base64
 * @returns {Promise<Answered[]>}
 */
export async function decodeRecords(encoded) {
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  /** @type {{ texts: string[], records: CompactRecord[] }} */
  const { texts, records } = JSON.parse(await new Response(plain).text());
  return records.map((record) => expand(record, texts));
}

/**
 * @param {CompactRecord} record
 * @param {readonly string[]} texts
 * @returns {Answered}
 */
function expand(record, texts) {
  const [method, form, ruleCount, repository, seed, type, outcome, exactMatch, recalls, question, questionId, gold, text, answer, goldSteps, retrieved, fault] = record;
  const told = (/** @type {number} */ number) => texts[number] ?? '';
  const steps = (/** @type {readonly (readonly import('../compact-record.ts').CompactRule[])[]} */ lists) => lists.map((list) => list.map(([rule, value]) => /** @type {const} */ ([told(rule), value])));
  return {
    method: told(method),
    form: told(form),
    ruleCount,
    repository: told(repository),
    seed,
    type: told(type),
    outcome: told(outcome),
    exactMatch,
    recalls,
    question: told(question),
    questionId: told(questionId),
    gold: told(gold),
    text: told(text),
    answer: answer === null ? null : told(answer),
    goldSteps: steps(goldSteps),
    retrieved: steps(retrieved),
    fault: fault && { kind: told(fault[0]), step: fault[1], reason: told(fault[2]) },
  };
}
