import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DockerStep {
  readonly name: string;
  readonly text: string;
}

/** The instructions of each stage of the Dockerfile, in order, from its FROM on. */
export function dockerfileStages(): readonly (readonly DockerStep[])[] {
  const steps = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): DockerStep => {
      const [name = ''] = line.split(' ', 1);
      return { name, text: line.slice(name.length + 1).trim() };
    });
  const stages: DockerStep[][] = [];
  for (const step of steps) {
    if (step.name === 'FROM') stages.push([]);
    stages.at(-1)?.push(step);
  }
  return stages;
}
