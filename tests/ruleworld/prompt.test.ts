import { boxed, completionText, promptText } from '../../src/ruleworld/prompt.ts';
import type { WorldQuestion } from '../../src/ruleworld/types.ts';

const question: WorldQuestion = {
  id: 'q',
  subtask: 'multi-rule-2',
  question: { FOL: 'F', NL: 'N' },
  steps: [
    { explanation: { FOL: 'f1', NL: 'n1' }, gold: [0] },
    { explanation: { FOL: 'f2', NL: 'n2' }, gold: [1] },
  ],
  answer: '4, bridge',
  problem: { parts: [] },
  provenance: { skeleton: '', templates: [], seed: '' },
};

describe('prompts and completions', () => {
  it('puts rules, one a line, before the question', () => {
    expect(promptText('Q?')).toBe('Question: Q?\nAnswer:');
    expect(promptText('Q?', ['r1', 'r2'])).toBe('Rules:\nr1\nr2\n\nQuestion: Q?\nAnswer:');
  });

  it('puts the answer behind the steps that lead to it', () => {
    expect(completionText(question, 'NL')).toBe(' [Step] n1 [Step] n2 \\boxed{4, bridge}');
    expect(completionText({ ...question, steps: question.steps.slice(0, 1) }, 'FOL')).toBe(
      ' [Step] f1 \\boxed{4, bridge}',
    );
  });

  it('boxes an answer', () => {
    expect(boxed('deeply dizzy')).toBe('\\boxed{deeply dizzy}');
  });
});
