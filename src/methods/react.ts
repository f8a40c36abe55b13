/**
 * A ReAct-style agent (Yao et al. 2023; paper, text on iterative methods): the model thinks, then
 * searches with words of its own or finishes with an answer.
 *
 * A base model cannot be told what an action is. Then the next step of its answer is its thought,
 * the search for that step its action, and the box behind the last step says that it has finished:
 * the answer is then written once more, with the rules of all rounds at hand.
 */
import { actionTurns } from './agents/action-turns.ts';
import { agentMethod, type AgentResources } from './agents/agent-method.ts';
import { stepTurns } from './agents/step-turns.ts';
import type { Method } from './method.ts';

export function reactMethod(resources: AgentResources): Method {
  const { model } = resources;
  const turns = model.followsInstructions ? actionTurns(model) : stepTurns(model);
  return agentMethod('react', { questionFirst: false, ...turns }, resources);
}
