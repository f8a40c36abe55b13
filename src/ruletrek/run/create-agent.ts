/** The agent that a run asks for. */
import { apiKeyFrom } from '../../endpoint/api-key.ts';
import { createToolClient } from '../../endpoint/tool-chat.ts';
import { createEncoder } from '../../encoder/create.ts';
import { randomStream } from '../../random.ts';
import type { Agent, AgentTrial } from '../agents/agent.ts';
import { chatAgent } from '../agents/chat/chat-agent.ts';
import { FILE_TOOLS } from '../agents/chat/file-tools.ts';
import type { Tool } from '../agents/chat/tools.ts';
import { cmdAgent } from '../agents/cmd.ts';
import type { ProxySettings } from '../agents/model/proxy.ts';
import { findPi, PI_VERSION } from '../agents/pi/install.ts';
import { piAgent } from '../agents/pi/pi-agent.ts';
import { dynaruleSearch } from '../agents/search/dynarule-search.ts';
import { bm25Search, denseSearch, fusedSearch, type RuleSearch } from '../agents/search/rule-search.ts';
import { searchRulesTool } from '../agents/search/search-tool.ts';
import type { RunConfig } from './config.ts';
import { scriptedAgent } from './scripted-agent.ts';

/**
 * Makes the agent; embeddings by MiniLM need a started tensor backend.
 * @throws UserError for a missing key, a missing pi, or an encoder whose files are missing
 */
export function createAgent(config: RunConfig): Agent {
  switch (config.agent.kind) {
    case 'chat':
      return createChatAgent(config);
    case 'pi':
      return createPiAgent(config);
    case 'cmd':
      return createCmdAgent(config);
    default:
      return scriptedAgent(config.agent.kind, config.bench);
  }
}

type Endpoint = NonNullable<RunConfig['endpoint']>;

/** What decides replies; not how patiently they are asked for. */
function modelIdentity({ baseUrl, model, temperature, contextLength }: Endpoint): object {
  return { baseUrl, model, temperature, contextLength };
}

/** The schema lets no agent that needs one through without. */
function endpointOf({ endpoint }: RunConfig): Endpoint {
  if (endpoint === null) throw new RangeError('this agent needs an endpoint');
  return endpoint;
}

function createChatAgent(config: RunConfig): Agent {
  const endpoint = endpointOf(config);
  const { baseUrl, model, temperature, contextLength, timeout, retries } = endpoint;
  const { maxNewTokens } = config.agent;
  const search = ruleSearch(config.agent);
  const client = createToolClient(
    { baseUrl, model, apiKey: apiKeyFrom(endpoint.apiKeyVariable), timeout: timeout * 1000, retries },
    { random: randomStream('ruletrek-endpoint').next },
  );
  const tools = ({ workspace }: AgentTrial): Tool[] => [...FILE_TOOLS, ...(search === null ? [] : searchRulesTool(search, workspace))];
  const name = search === null ? `chat-${model}` : `chat-${model}-${search.name}`;
  const identity = { kind: 'chat', ...modelIdentity(endpoint), maxNewTokens, search: search?.fingerprint ?? null };
  return chatAgent({ name, client, temperature, contextLength, maxNewTokens, tools, identity });
}

function ruleSearch({ search, encoder, dynarule }: RunConfig['agent']): RuleSearch | null {
  switch (search) {
    case 'none':
      return null;
    case 'bm25':
      return bm25Search();
    case 'dense':
      return denseSearch(createEncoder(encoder));
    case 'fused':
      return fusedSearch(bm25Search(), denseSearch(createEncoder(encoder)));
    case 'dynarule':
      return dynaruleSearch({ ...dynarule, encoder: createEncoder(encoder) });
  }
}

function createPiAgent(config: RunConfig): Agent {
  const endpoint = endpointOf(config);
  const { model, temperature, contextLength } = endpoint;
  const { maxNewTokens, piFolder } = config.agent;
  const identity = { kind: 'pi', version: PI_VERSION, ...modelIdentity(endpoint), maxNewTokens };
  return piAgent({ name: `pi-${model}`, installation: findPi(piFolder), model: proxySettings(endpoint), temperature, contextLength, maxNewTokens, identity });
}

function createCmdAgent({ agent, endpoint }: RunConfig): Agent {
  const { command } = agent;
  if (command === null) throw new RangeError('this agent needs a command');
  const identity = { kind: 'cmd', command, model: endpoint === null ? null : modelIdentity(endpoint) };
  return cmdAgent({ name: endpoint === null ? 'cmd' : `cmd-${endpoint.model}`, command, model: endpoint === null ? null : proxySettings(endpoint), identity });
}

function proxySettings({ baseUrl, model, apiKeyVariable, temperature, timeout }: Endpoint): Omit<ProxySettings, 'maxRequests'> {
  return { baseUrl, model, apiKey: apiKeyFrom(apiKeyVariable), temperature, timeout: timeout * 1000 };
}
