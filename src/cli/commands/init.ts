import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isProjectName, NAME_RULE } from '#domain/apply';
import { newJsonText, PROJECT_FILE } from '#domain/code';
import { FOLDER_OPTION } from '../code/project-options.ts';
import { replaceFile } from '../code/write-file.ts';
import { defineCommand } from '../command.ts';
import { InputError, UsageError } from '../errors.ts';
import { writeSchemas } from '../code/write-schemas.ts';
import { EXIT } from '../exit-codes.ts';
import { readEngine } from '../target-engine.ts';
import { readClusterUrl, SettingsError } from '../../server/settings/cluster-settings.ts';

const DEFAULT_ENVIRONMENT = 'default';

export const initCommand = defineCommand({
  usage: '[--project NAME] [--env NAME --cluster URL] [--format json|yaml] [--target ENGINE] [--dir DIR]',
  details: [
    `Writes ${PROJECT_FILE}: the name of the project, and the environments with the addresses of their clusters. A folder that has one is left as it is.`,
    'Then "mapledger pull" writes the templates of a cluster into the folder.',
  ],
  options: {
    ...FOLDER_OPTION,
    project: { type: 'string', value: 'NAME', help: 'The name of the project (default: that of the folder).' },
    env: { type: 'string', value: 'NAME', help: `The name of the environment (default: ${DEFAULT_ENVIRONMENT}).` },
    cluster: { type: 'string', value: 'URL', help: 'The address of its cluster, without credentials.' },
    format: { type: 'string', value: 'FORMAT', help: 'Of new files: json (default) or yaml.' },
    target: {
      type: 'string',
      value: 'ENGINE',
      help: 'Also write JSON Schemas for this engine, as "mapledger schemas".',
    },
  },
  examples: [
    {
      line: 'mapledger init --project search --env staging --cluster https://search.example.org:9200',
      does: 'Begin a project with one environment',
    },
  ],
  takes: { min: 0, max: 0 },
  async run({ terminal, values }) {
    const { dir = '.', env = DEFAULT_ENVIRONMENT, cluster, format = 'json', target } = values;
    const engine = target === undefined ? null : readEngine(target, 'target');
    const project = values.project ?? nameOfFolder(dir);
    if (!isProjectName(project)) throw new UsageError(`--project takes ${NAME_RULE}, not "${project}".`);
    if (!isProjectName(env)) throw new UsageError(`--env takes ${NAME_RULE}, not "${env}".`);
    if (format !== 'json' && format !== 'yaml') throw new UsageError(`--format takes json or yaml, not "${format}".`);
    if (values.env !== undefined && cluster === undefined) throw new UsageError('--env needs --cluster.');
    if (cluster !== undefined) checkAddress(cluster);
    if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new InputError(dir, 'there is no such folder');
    const file = join(dir, PROJECT_FILE);
    if (existsSync(file)) throw new InputError(file, 'it is there already');
    const text = newJsonText({
      project,
      ...(format === 'yaml' && { format }),
      environments: cluster === undefined ? {} : { [env]: { cluster } },
    });
    if (engine !== null) await writeSchemas(terminal, dir, engine);
    await replaceFile(file, text);
    terminal.out(`Wrote ${file}. Next: mapledger pull\n`);
    return EXIT.fine;
  },
});

function nameOfFolder(dir: string): string {
  const name = basename(resolve(dir))
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+/, '');
  return name === '' ? 'templates' : name.slice(0, 63);
}

/** @throws UsageError */
function checkAddress(cluster: string): void {
  try {
    const { username, password } = readClusterUrl(cluster, '--cluster');
    if (username !== undefined || password !== undefined)
      throw new UsageError('--cluster: the address that is written to a file has no credentials.');
  } catch (error) {
    if (error instanceof SettingsError) throw new UsageError(error.message);
    throw error;
  }
}
