/**
 * IRCoT (Trivedi et al. 2023; paper, text on iterative methods): retrieval and reasoning take
 * turns. The question retrieves first, then each sentence of the chain of thought retrieves for
 * the next, and the rules of all rounds stand in the prompt for the answer.
 */
import { agentMethod, type AgentResources } from './agents/agent-method.ts';
import { stepTurns } from './agents/step-turns.ts';
import type { Method } from './method.ts';

export function ircotMethod(resources: AgentResources): Method {
  return agentMethod('ircot', { questionFirst: true, ...stepTurns(resources.model) }, resources);
}
