/** The agents without a model as agents of a run. They know the instance with its gold, and run no commands. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FINISHED, type Agent } from '../agents/agent.ts';
import { scriptedAnswer } from '../agents/scripted/scripted.ts';
import { instanceFolder, readInstance } from '../instance/read.ts';
import { packNamed } from '../packs/registry.ts';

/** @param bench folder of the benchmark, whose gold it reads */
export function scriptedAgent(name: string, bench: string): Agent {
  return {
    name,
    identity: { kind: name },
    run: async ({ instance: id, task, trial, workspace }) => {
      const instance = await readInstance(instanceFolder(bench, id));
      const answer = await scriptedAnswer(name, { pack: packNamed(instance.task.pack.name), instance, task, stream: `run/${name}/${id}/${trial}` });
      if (answer !== '') writeFileSync(join(workspace, 'answer.json'), answer);
      return FINISHED;
    },
  };
}
