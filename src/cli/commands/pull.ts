import { join } from 'node:path';
import {
  adoptEdits,
  CODE_FOLDERS,
  collisionKey,
  editCommentedJson,
  fileNameProblem,
  fileStemOf,
  formatAddress,
  kindTitle,
  newJsonText,
  objectsOf,
  parseObjectAddress,
  type CodeObject,
  type ObjectAddress,
  type Project,
} from '#domain/code';
import { fitsPattern } from '#domain/console';
import { isObject, joinPointer, valueAt, type JsonObject } from '#domain/json';
import { isSameTemplate, templateTargetProblem } from '#domain/template';
import { foundIndices, foundTemplates } from '../code/found-objects.ts';
import { chooseCluster, withCluster } from '../code/project-cluster.ts';
import {
  claimedObjects,
  readProjectFolder,
  valueIn,
  type ProjectFolder,
  type TextFile,
} from '../code/project-folder.ts';
import { CLUSTER_OPTIONS, CREDENTIALS_HELP, FOLDER_OPTION } from '../code/project-options.ts';
import { replaceFile } from '../code/write-file.ts';
import { editYaml, newYamlText } from '../code/yaml-text.ts';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { printable } from '../terminal.ts';

export const pullCommand = defineCommand({
  usage: '[PATTERN...] [--env NAME] [--managed] [--dir DIR]',
  details: [
    'A PATTERN is a name, where * is anything, or a folder and a name: "logs-*", "index_templates/logs". Without one, all templates are meant, and the indices that have a file.',
    'Indices are pulled on request: "indices/products", "indices/shop-*". Backing indices of data streams are left out. The name of an alias of one index makes a file of that name. In a file of an index that exists only what it names is changed.',
    'A file that agrees with the cluster is not written, however it is written. In one that differs only what differs is changed: comments, order and layout stay. A file whose template is not on the cluster is kept.',
    'Left out unless a file has them already: names that begin with a dot, hidden indices, templates that are marked as managed, and those of the stack. Names that end in @custom are yours.',
    CREDENTIALS_HELP,
  ],
  options: {
    ...FOLDER_OPTION,
    ...CLUSTER_OPTIONS,
    managed: { type: 'boolean', help: 'Pull templates and indices of the stack as well.' },
  },
  examples: [
    { line: 'mapledger pull --env staging', does: 'Write all templates' },
    { line: "mapledger pull 'indices/shop-*' --env staging", does: 'Write some indices' },
    { line: "mapledger pull 'logs-*' 'component_templates/base' --env staging", does: 'Write some of them' },
  ],
  takes: { min: 0, max: 1_000 },
  async run({ terminal, values, positionals: patterns }) {
    const { dir = '.', managed = false } = values;
    const folder = await readProjectFolder(terminal, dir);
    const chosen = chooseCluster(terminal, folder.project, values);
    const objects = claimedObjects(terminal, folder, chosen.environment);
    const found = await withCluster(chosen, async (cluster) => [
      ...(await foundTemplates(cluster, objects)),
      ...(await foundIndices(cluster, objects, { patterns, dir, withHidden: managed })),
    ]);
    const say = (line: string) => terminal.out(`${printable(line)}\n`);
    const counts = { created: 0, updated: 0, unchanged: 0, leftOut: 0, problems: 0 };
    const problem = (address: ObjectAddress, reason: string) => {
      counts.problems++;
      terminal.err(`${printable(`${formatAddress(address)}: ${reason}`)}\n`);
    };
    const taken = new Set(objects.map((object) => keyOf(object)));
    const seen = new Set<string>();
    for (const { address, object, isSame, body, isOwn } of found) {
      seen.add(formatAddress(address));
      if (!isMeant(address, patterns)) continue;
      if (object !== undefined) {
        if (isSame) {
          counts.unchanged++;
          continue;
        }
        const text = editedText(folder, object, body);
        if (text === null) {
          problem(address, `${object.overlay ?? object.file} sets what the cluster has otherwise. Edit it by hand`);
          continue;
        }
        await replaceFile(join(dir, object.file), text);
        counts.updated++;
        say(`updated ${object.file}`);
        continue;
      }
      if (!managed && isOwn) {
        counts.leftOut++;
        continue;
      }
      const { format } = folder.project;
      const reason = nameProblem(address, format, taken);
      if (reason !== null) {
        problem(address, reason);
        continue;
      }
      taken.add(keyOf(address));
      const path = `${CODE_FOLDERS[address.kind]}/${fileStemOf(address.name)}.${format}`;
      await replaceFile(join(dir, path), format === 'yaml' ? newYamlText(body) : newJsonText(body));
      counts.created++;
      say(`created ${path}`);
    }
    for (const object of objects)
      if (isMeant(object, patterns) && !seen.has(formatAddress(object)))
        say(`kept ${object.file} (not on the cluster)`);
    const addresses = [...found.map(({ address }) => address), ...objects];
    for (const pattern of patterns.filter((each) => !addresses.some((address) => isMeant(address, [each]))))
      if (pattern.includes('*')) say(`nothing on the cluster fits ${pattern}`);
      else {
        counts.problems++;
        terminal.err(`${printable(pattern)}: the cluster has no ${kindsMeant(pattern)} of this name\n`);
      }
    const { created, updated, unchanged, leftOut, problems } = counts;
    say(
      [
        `${created.toLocaleString('en')} created`,
        `${updated.toLocaleString('en')} updated`,
        `${unchanged.toLocaleString('en')} unchanged`,
        ...(leftOut > 0 ? [`${leftOut.toLocaleString('en')} of the stack left out (--managed)`] : []),
      ].join(', '),
    );
    return problems > 0 ? EXIT.wrong : EXIT.fine;
  },
});

function isMeant({ kind, name }: ObjectAddress, patterns: readonly string[]): boolean {
  return (
    patterns.length === 0 ||
    patterns.some((pattern) => {
      const subject = pattern.startsWith(`${CODE_FOLDERS[kind]}/`) ? formatAddress({ kind, name }) : name;
      return fitsPattern(subject, pattern);
    })
  );
}

/** What a name is looked for among. */
function kindsMeant(pattern: string): string {
  const address = parseObjectAddress(pattern);
  return address === null ? 'template' : kindTitle(address.kind).toLowerCase();
}

function keyOf({ kind, name }: ObjectAddress): string {
  return `${kind}/${collisionKey(name)}`;
}

/** Why a template or an index of the cluster can’t be in a file, as a clause; null where it can. */
function nameProblem(address: ObjectAddress, format: Project['format'], taken: ReadonlySet<string>): string | null {
  const problem = templateTargetProblem(address.name);
  if (problem !== null) return `no file can be about it. ${problem}`;
  if (taken.has(keyOf(address)))
    return 'another file has the same name but for case or composed characters. Some file systems take both for one';
  return fileNameProblem(address.name, `.${format}`);
}

/** The file after it says what the cluster has; null where only its overlay could. */
function editedText(folder: ProjectFolder, object: CodeObject, cluster: JsonObject): string | null {
  const file = folder.files.find(({ path }) => path === object.file);
  if (file === undefined) return null;
  const overlay = folder.files.find(({ path }) => path === object.overlay);
  const edits = adoptEdits(object.body, cluster);
  // An overlay may have added the object that a member would go into.
  if (edits.some(({ path }) => !isObject(valueAt(file.value, joinPointer('', ...path.slice(0, -1)))))) return null;
  const text = file.place.format === 'json' ? editCommentedJson(file.text, edits) : editYaml(file.text, edits);
  return saysSame(text, file, overlay, cluster) ? text : null;
}

function saysSame(text: string, file: TextFile, overlay: TextFile | undefined, cluster: JsonObject): boolean {
  const { objects } = objectsOf(
    [{ ...file, value: valueIn(file.path, text, file.place.format) }, ...(overlay === undefined ? [] : [overlay])],
    overlay?.place.environment,
  );
  return objects.every(({ body }) => isSameTemplate(body, cluster)) && objects.length === 1;
}
