/** Figure 5: original against held-out rules (a), iterative retrieval (b), gold rules alone (c). */
import { REPOSITORIES } from '../../config/sections.ts';
import { titlesOf } from '../../evaluation/paper.ts';
import type { FigureOutcome } from './figure.ts';
import { barSpec, scoreRows } from './bars.ts';
import { methodChannels } from './methods.ts';
import { drawn, evaluateCommand, missing, type FigureName, type FigureSource } from './source.ts';

const HELD_OUT = { name: 'figure-5a-held-out', title: 'Original and held-out rules (Figure 5a)' };

export function heldOutFigure({ results, asked }: FigureSource): FigureOutcome {
  const rows = REPOSITORIES.flatMap((repository) => scoreRows(results, repository, ['dynarule'], () => repository));
  const lacking = REPOSITORIES.filter((repository) => !rows.some(({ group }) => group === repository));
  if (lacking.length > 0) {
    const set = [...asked.set, `evaluation.repositories=[${REPOSITORIES.join(',')}]`];
    return missing(HELD_OUT, `DynaRule on ${lacking.join(' and ')} rules`, evaluateCommand({ ...asked, set }, ['dynarule']));
  }
  return drawn(HELD_OUT, {
    caption: 'DynaRule on the repository that its training questions are drawn from, and on one that shares no rule with it. Bars are 95 % intervals over seeds.',
    rows,
    spec: barSpec(rows, REPOSITORIES, { field: 'group', type: 'nominal', sort: REPOSITORIES, title: null }),
  });
}

const ITERATIVE_METHODS = ['dynarule', 'rag-hybrid', 'ircot', 'react'];

export function iterativeFigure(source: FigureSource): FigureOutcome {
  const figure = { name: 'figure-5b-iterative-rag', title: 'Retrieval in rounds by prompting (Figure 5b)' };
  return methodsFigure(figure, source, ITERATIVE_METHODS, ['ircot', 'react'], 'DynaRule beside RAG once (hybrid) and in rounds (IRCoT, ReAct), original rules. Bars are 95 % intervals over seeds.');
}

const GOLD_METHODS = ['dynarule', 'prompting-gold', 'prompting'];

export function goldOnlyFigure(source: FigureSource): FigureOutcome {
  const figure = { name: 'figure-5c-gold-only', title: 'Gold rules alone in the prompt (Figure 5c)' };
  return methodsFigure(figure, source, GOLD_METHODS, ['prompting-gold'], 'DynaRule beside the same frozen model prompted with the gold rules and no others, and with the whole pool, original rules. Bars are 95 % intervals over seeds.');
}

/** @param needed the methods without which the figure says nothing */
function methodsFigure(
  figure: FigureName,
  { results, asked }: FigureSource,
  methods: readonly string[],
  needed: readonly string[],
  caption: string,
): FigureOutcome {
  const titleOf = (method: string): string => titlesOf(method).answers;
  const rows = scoreRows(results, 'original', methods, ({ method }) => titleOf(method));
  const lacking = needed.filter((method) => !rows.some(({ group }) => group === titleOf(method)));
  if (lacking.length > 0) return missing(figure, `answers of ${lacking.join(' and ')}`, evaluateCommand(asked, methods));
  return drawn(figure, { caption, rows, spec: barSpec(rows, methods.map(titleOf), methodChannels(rows, 'group').color) });
}
