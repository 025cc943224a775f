import { writeSchemas } from '../code/write-schemas.ts';
import { FOLDER_OPTION } from '../code/project-options.ts';
import { readConfiguration } from '../code/project-folder.ts';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { DEFAULT_ENGINE, readEngine } from '../target-engine.ts';

export const schemasCommand = defineCommand({
  usage: '[--target ENGINE] [--dir DIR]',
  details: [
    'Writes a JSON Schema of each kind of file into .mapledger/schemas, with the types and parameters of fields and the index settings that the engine has, and binds them in .vscode/settings.json, in which everything else stays.',
    'An editor then completes and checks the files of the project. Prints the files that it writes.',
  ],
  options: {
    ...FOLDER_OPTION,
    target: {
      type: 'string',
      value: 'ENGINE',
      help: `The engine, such as elasticsearch@8.19 or opensearch@2.19 (default: ${DEFAULT_ENGINE}).`,
    },
  },
  examples: [{ line: 'mapledger schemas --target opensearch@3.4', does: 'Have the editor check files for a version' }],
  takes: { min: 0, max: 0 },
  async run({ terminal, values: { dir = '.', target = DEFAULT_ENGINE } }) {
    const engine = readEngine(target, 'target');
    // A folder that is no project has nothing to bind.
    await readConfiguration(terminal, dir);
    for (const path of await writeSchemas(terminal, dir, engine)) terminal.out(`${path}\n`);
    return EXIT.fine;
  },
});
