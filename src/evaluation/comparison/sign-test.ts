/**
 * The exact sign test. Of the questions that two methods answer differently, under
 * the hypothesis that neither is better, each is as likely to be won by the one as by
 * the other. On right and wrong answers this is McNemar's exact test.
 */

/**
 * Two-sided p for `wins` against `losses`, ties left out: min(1, 2·P(X ≤ the smaller)),
 * X binomial with probability ½. 1 where there are only ties.
 */
export function signTest(wins: number, losses: number): number {
  const trials = wins + losses;
  // Logarithms, since 2^-trials is below the smallest double from 1,075 trials on.
  let logProbability = -trials * Math.LN2;
  let tail = 0;
  for (let k = 0; k <= Math.min(wins, losses); k += 1) {
    tail += Math.exp(logProbability);
    logProbability += Math.log((trials - k) / (k + 1));
  }
  return Math.min(1, 2 * tail);
}
