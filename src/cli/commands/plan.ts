import { formatPlan, isObstacle } from '#domain/code';
import type { NoticeOptions } from '../code/index-replacements.ts';
import { makePlan, planChoices, withProject } from '../code/make-plan.ts';
import { planInMarkdown } from '../code/plan-markdown.ts';
import { countStreams, planInWords } from '../code/plan-text.ts';
import { ALLOW_HELP, ALLOW_OPTION, CLUSTER_OPTIONS, CREDENTIALS_HELP, FOLDER_OPTION } from '../code/project-options.ts';
import { projectServer, PRUNE_HELP, SERVER_OPTION } from '../code/project-server.ts';
import { hasReplacements } from '../code/replacements-folder.ts';
import { replaceFile } from '../code/write-file.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { printable } from '../terminal.ts';

const PRIVATE_MODE = 0o600;

export const planCommand = defineCommand({
  usage:
    '[--env NAME] [--server URL] [--prune] [--allow reindex,rollover,write-index] [--out FILE] [--json | --markdown] [--detailed-exitcode] [--dir DIR]',
  details: [
    'A file of a template is the whole template, a file of an index what must hold. What no file claims is left alone. What only is written in another way, as settings with and without "index.", is no change.',
    'Each change is made in place, is seen by data streams from their next rollover, or is refused with the reason: a component, ingest pipeline, lifecycle policy or synonym set that does not exist, or what the cluster would refuse. Legacy templates are compared only. An index is created, changed in place, or needs a new index.',
    ...ALLOW_HELP,
    'With --server, or MAPLEDGER_SERVER, it checks that no other project claims what the files say on this cluster, and says who has the lock of the project. It needs MAPLEDGER_AUTHOR and MAPLEDGER_DEVICE_SECRET, as "mapledger apply" does.',
    PRUNE_HELP,
    CREDENTIALS_HELP,
  ],
  options: {
    ...FOLDER_OPTION,
    ...CLUSTER_OPTIONS,
    ...SERVER_OPTION,
    ...ALLOW_OPTION,
    out: {
      type: 'string',
      value: 'FILE',
      help: 'Write the plan to a file for "mapledger apply", readable by you alone.',
    },
    json: { type: 'boolean', help: 'Print the plan as it is written to the file.' },
    markdown: { type: 'boolean', help: 'Print it as a review comment of at most 65,536 characters.' },
    'detailed-exitcode': { type: 'boolean', help: 'End with 5 where there are changes.' },
  },
  examples: [
    { line: 'mapledger plan --env staging', does: 'Compare the files with a cluster' },
    { line: 'mapledger plan --env production --out plan.json', does: 'Keep the plan, to apply exactly this' },
    {
      line: 'mapledger plan --env staging --server https://mapledger.example.org --prune',
      does: 'Show also what would be deleted because it has no file any more',
    },
    { line: 'mapledger plan --env production --markdown --detailed-exitcode', does: 'Comment on a pull request' },
  ],
  takes: { min: 0, max: 0 },
  async run({ terminal, values }) {
    const { out, json = false, markdown = false } = values;
    if (json && markdown) throw new UsageError('Choose one of --json and --markdown.');
    const server = await projectServer(terminal, values);
    planChoices(values);
    return withProject(terminal, values, async (opened, cluster) => {
      const { header, plan, lock } = await makePlan(opened, cluster, values, server);
      const notice = await noticeOf({ terminal, dir: values.dir ?? '.', header, cluster });
      for (const each of [lock, notice]) if (each !== undefined) terminal.err(`${printable(each)}\n`);
      const text = formatPlan(header, plan);
      if (out !== undefined) await replaceFile(out, text, PRIVATE_MODE);
      terminal.out(json ? text : markdown ? planInMarkdown(header, plan) : planInWords(header, plan));
      if (plan.problems.length > 0 || plan.items.some(isObstacle)) return EXIT.wrong;
      return values['detailed-exitcode'] === true && (plan.items.length > 0 || countStreams(plan) > 0)
        ? EXIT.changes
        : EXIT.fine;
    });
  },
});

/** That an apply has not ended. What runs plans takes long to load, which is done only where there may be one. */
async function noticeOf(about: NoticeOptions): Promise<string | undefined> {
  if (!hasReplacements(about.dir)) return undefined;
  const { replacementNotice } = await import('../code/index-replacements.ts');
  return replacementNotice(about);
}
