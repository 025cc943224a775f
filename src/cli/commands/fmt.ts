import { join } from 'node:path';
import { formatCommentedJson, PROJECT_FILE } from '#domain/code';
import { FOLDER_OPTION } from '../code/project-options.ts';
import { readProjectFolder } from '../code/project-folder.ts';
import { replaceFile } from '../code/write-file.ts';
import { formatYaml } from '../code/yaml-text.ts';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { readText } from '../input.ts';
import { printable } from '../terminal.ts';

export const fmtCommand = defineCommand({
  usage: '[--check] [--dir DIR]',
  details: [
    'Two spaces a level; comments, the order of keys and the spelling of values stay. Prints the files that it changes.',
  ],
  options: {
    ...FOLDER_OPTION,
    check: { type: 'boolean', help: 'Change nothing; end with 1 where a file would be changed.' },
  },
  examples: [
    { line: 'mapledger fmt', does: 'Format all files' },
    { line: 'mapledger fmt --check', does: 'Check them in a pipeline' },
  ],
  takes: { min: 0, max: 0 },
  async run({ terminal, values: { dir = '.', check = false } }) {
    const { files } = await readProjectFolder(terminal, dir);
    const configuration = await readText(terminal, join(dir, PROJECT_FILE));
    const all = [
      { path: PROJECT_FILE, text: configuration, isYaml: false },
      ...files.map(({ path, text, place }) => ({ path, text, isYaml: place.format === 'yaml' })),
    ];
    let changed = 0;
    for (const { path, text, isYaml } of all) {
      const formatted = isYaml ? formatYaml(text) : formatCommentedJson(text);
      if (formatted === text) continue;
      changed++;
      if (!check) await replaceFile(join(dir, path), formatted);
      terminal.out(`${printable(path)}\n`);
    }
    return check && changed > 0 ? EXIT.wrong : EXIT.fine;
  },
});
