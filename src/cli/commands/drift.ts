import { codeDrift, formatDrift, isCodeIndex } from '#domain/code';
import { driftInMarkdown, driftInWords } from '../code/drift-text.ts';
import { withProject } from '../code/make-plan.ts';
import {
  addressed,
  engineOf,
  lookAtStreams,
  ownTemplates,
  readTemplates,
  unseenKinds,
} from '../code/project-cluster.ts';
import { readIndices } from '../code/project-indices.ts';
import { CLUSTER_OPTIONS, CREDENTIALS_HELP, FOLDER_OPTION } from '../code/project-options.ts';
import { defineCommand } from '../command.ts';
import { InputError, UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';

export const driftCommand = defineCommand({
  usage: '[--env NAME] [--json | --markdown] [--detailed-exitcode] [--managed] [--dir DIR]',
  details: [
    'Reads the cluster, for a schedule, and sends nothing that changes it. Each template and index of the files is unchanged, changed on the cluster, or missing on it; changes are shown from the file to the cluster. What only is written in another way is no drift.',
    'Templates that no file claims, and what a file of an index does not name, are listed as not in the files, which is no drift. Left out are those that "mapledger pull" leaves out.',
    'Data streams whose write index does not have the mapping of its templates, or a setting that no live index takes, are listed as well, with what it lacks: they get it with their next rollover, which is no drift.',
    'A cluster that can’t be reached, or does not show what the files claim, ends with 4 and never reads as drift or as none.',
    CREDENTIALS_HELP,
  ],
  options: {
    ...FOLDER_OPTION,
    ...CLUSTER_OPTIONS,
    managed: { type: 'boolean', help: 'List templates of the stack as well.' },
    json: { type: 'boolean', help: 'Print it as JSON.' },
    markdown: { type: 'boolean', help: 'Print it as a comment of at most 65,536 characters.' },
    'detailed-exitcode': { type: 'boolean', help: 'End with 5 where there is drift.' },
  },
  examples: [
    { line: 'mapledger drift --env production --detailed-exitcode', does: 'Look by night whether somebody changed it' },
    { line: 'mapledger drift --env production --markdown', does: 'Write an issue about it' },
  ],
  takes: { min: 0, max: 0 },
  async run({ terminal, values }) {
    const { dir = '.', json = false, markdown = false, managed = false } = values;
    if (json && markdown) throw new UsageError('Choose one of --json and --markdown.');
    return withProject(terminal, values, async ({ header, objects }, cluster) => {
      if (objects.length === 0)
        throw new InputError(dir, 'no file of it claims a template or an index: there is nothing to compare');
      const templates = await readTemplates(cluster, objects);
      const isOwn = await ownTemplates(cluster);
      const streams = await lookAtStreams(cluster, objects, templates);
      const drift = codeDrift(objects, {
        ...{ templates: streams.templates, writeIndices: streams.writeIndices },
        indices: await readIndices(cluster.gateway, objects.filter(isCodeIndex), dir),
        engine: engineOf(cluster),
        addressed: addressed(templates),
        isLeftOut: (address, body) => !managed && isOwn(address, body),
      });
      const unseen = [...unseenKinds(cluster), ...(streams.unseen === undefined ? [] : [streams.unseen])];
      const format = json ? formatDrift : markdown ? driftInMarkdown : driftInWords;
      terminal.out(format(header, drift, unseen));
      return values['detailed-exitcode'] === true && drift.items.length > 0 ? EXIT.changes : EXIT.fine;
    });
  },
});
