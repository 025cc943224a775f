import {
  formatAddress,
  isObstacle,
  type ChangeClass,
  type CodePlan,
  type CodePlanItem,
  type PlanHeader,
  type TemplateChange,
} from '#domain/code';
import { formatJson, type JsonValue } from '#domain/json';
import { requestOf } from '#domain/ports';
import { printable } from '../terminal.ts';

/** Names of data streams in one line; more are counted. */
const MAX_STREAMS = 10;
/** Lines of one value in a diff. */
const MAX_VALUE_LINES = 40;

const SIGNS: Readonly<Record<CodePlanItem['action'], string>> = { create: '+', update: '~', delete: '-' };

const AFTER_REQUESTS = 'after all requests';
const ROLLED_OVER = `rolled over ${AFTER_REQUESTS}`;
const IN_WRITE_INDEX = `in the write index ${AFTER_REQUESTS}`;
const PART_IN_WRITE_INDEX = `the mapping ${IN_WRITE_INDEX}, the rest from the next rollover`;
const NEXT_ROLLOVER = 'from the next rollover';

const CLASSES: Readonly<Record<ChangeClass, string>> = {
  in_place: 'in place',
  next_rollover: NEXT_ROLLOVER,
  new_index: 'needs a new index',
  refused: 'refused',
  not_applied: 'not applied',
};

/** What a plan is for: "Project search, staging: OpenSearch 3.4.0". */
export function planTitle({ project, environment, cluster }: PlanHeader): string {
  const engine = cluster.distribution === 'opensearch' ? 'OpenSearch' : 'Elasticsearch';
  const where = environment === null ? '' : `, ${environment}`;
  return `Project ${project}${where}: ${engine} ${cluster.version}${cluster.uuid === null ? '' : ` (${cluster.uuid})`}`;
}

type SeenIn = (dataStream: string) => string;

/** "create, in place": what happens to a template or an index, and when. */
export function planClass(item: CodePlanItem, whenOf: SeenIn): string {
  const { action, class: of, movedFrom } = item;
  const what = movedFrom === undefined ? action : `create, moved from ${movedFrom}`;
  const whens = [...whenInStreams(item, whenOf).keys()];
  const isSoon = whens.length > 0 && whens.every((when) => when === ROLLED_OVER || when === IN_WRITE_INDEX);
  return `${what}, ${of === 'next_rollover' && isSoon ? AFTER_REQUESTS : CLASSES[of]}`;
}

/** The counts of a plan as a sentence. */
export function planSummary({ items, unchanged, problems, rollovers = [], writeIndices = [] }: CodePlan): string {
  const of = (isMeant: (item: CodePlanItem) => boolean) => items.filter(isMeant).length;
  const inClass = (wanted: ChangeClass) => of(({ class: each }) => each === wanted);
  const sent = (action: CodePlanItem['action']) =>
    of((item) => item.action === action && !isObstacle(item) && item.class !== 'not_applied');
  const parts = [
    [sent('create'), 'to create'],
    [sent('update'), 'to update'],
    [sent('delete'), 'to delete'],
    [inClass('new_index'), 'to do with a new index'],
    [inClass('refused'), 'refused'],
    [inClass('not_applied'), 'not applied'],
    [rollovers.length, `data ${rollovers.length === 1 ? 'stream' : 'streams'} to roll over`],
    [writeIndices.length, `write ${writeIndices.length === 1 ? 'index' : 'indices'} to update`],
  ] as const;
  const said = parts.flatMap(([count, words]) => (count === 0 ? [] : [`${count.toLocaleString('en')} ${words}`]));
  const rest = `${unchanged.toLocaleString('en')} unchanged`;
  if (said.length === 0 && problems.length === 0) return `No changes (${rest}).`;
  return `${[...said, rest].join(', ')}.`;
}

/** Why nothing of a plan is sent; undefined where it can be. */
export function planObstacle({ items, problems }: CodePlan): string | undefined {
  const classes = new Set(items.filter(isObstacle).map((item) => item.class));
  if (problems.length > 0) return 'Nothing is sent until the project is fixed.';
  if (classes.has('refused')) return 'Nothing is sent while a change is refused.';
  return classes.has('new_index') ? 'Nothing is sent while a change needs a new index.' : undefined;
}

/** A plan for a terminal: each change in words and as a diff, then the requests in their order. */
export function planInWords(header: PlanHeader, plan: CodePlan): string {
  const whenOf = seenInStreams(plan);
  const blocks = [
    printable(planTitle(header)),
    ...plan.problems.map((problem) => `! ${printable(problem)}`),
    ...plan.items.map((item) => itemInWords(item, whenOf)),
    ...(plan.requests.length === 0 ? [] : [requestsInWords(plan)]),
    ...listsInWords(plan).map(({ title, of }) => [title, ...of.map((each) => `  ${each}`)].join('\n')),
    [planSummary(plan), planObstacle(plan)].filter((line) => line !== undefined).join(' '),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function itemInWords(item: CodePlanItem, whenOf: SeenIn): string {
  const sign = isObstacle(item) || item.class === 'not_applied' ? '!' : SIGNS[item.action];
  const lines = [
    `${sign} ${formatAddress(item)} (${planClass(item, whenOf)})`,
    ...item.refused.map((reason) => `    ${reason}`),
    ...item.changes.flatMap((change) => [
      `    ${change.text}`,
      ...(item.action === 'update' ? diffOf(change).map((line) => `      ${line}`) : []),
    ]),
    ...streamsInWords(item, whenOf).map((line) => `    ${line}`),
    ...stepsInWords(item).map((line) => `    ${line}`),
    ...item.notes.map((note) => `    ${note}`),
  ];
  return lines.map(printable).join('\n');
}

/** Where the changes of a template are seen in data streams. */
export function streamsInWords(item: CodePlanItem, whenOf: SeenIn): readonly string[] {
  return [...whenInStreams(item, whenOf)].map(([when, streams]) => {
    const shown = streams.slice(0, MAX_STREAMS).join(', ');
    const more = streams.length - MAX_STREAMS;
    const rest = more > 0 ? ` and ${more.toLocaleString('en')} more` : '';
    return `Data ${streams.length === 1 ? 'stream' : 'streams'} ${shown}${rest}: ${when}.`;
  });
}

/** A function from a data stream to when the changes of its templates are seen in it. */
export function seenInStreams({ rollovers = [], writeIndices = [] }: CodePlan): SeenIn {
  const rolled = new Set(rollovers.map(({ dataStream }) => dataStream));
  const updated = new Map(writeIndices.map(({ dataStream, isPart }) => [dataStream, isPart]));
  return (stream) => {
    const isPart = updated.get(stream);
    if (isPart !== undefined) return isPart ? PART_IN_WRITE_INDEX : IN_WRITE_INDEX;
    return rolled.has(stream) ? ROLLED_OVER : NEXT_ROLLOVER;
  };
}

/** The data streams of a template by when its changes are seen in them, the soonest first. */
function whenInStreams({ dataStreams }: CodePlanItem, whenOf: SeenIn): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [ROLLED_OVER, IN_WRITE_INDEX, PART_IN_WRITE_INDEX, NEXT_ROLLOVER].flatMap((when) => {
      const streams = dataStreams.filter((each) => whenOf(each) === when);
      return streams.length === 0 ? [] : [[when, streams] as const];
    }),
  );
}

/** How an index is replaced, step by step. */
export function stepsInWords({ replacement }: CodePlanItem): readonly string[] {
  if (replacement === undefined) return [];
  const { index, newIndex, steps } = replacement;
  return [
    `${newIndex} takes the place of ${index}, after all requests:`,
    ...steps.map(({ title }, at) => `${at + 1}. ${title}`),
  ];
}

/** The values of a change as lines that begin with - and +. */
export function diffOf({ place, before, after }: TemplateChange): readonly string[] {
  return [...valueLines('-', place, before), ...valueLines('+', place, after)];
}

function valueLines(sign: string, place: string, value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return [];
  const lines = formatJson(value, 2).split('\n');
  const shown = lines.slice(0, MAX_VALUE_LINES);
  const more = lines.length - shown.length;
  return [
    `${sign} ${place}: ${shown[0] ?? ''}`,
    ...shown.slice(1).map((line) => `${sign} ${line}`),
    ...(more > 0 ? [`${sign} ... ${more.toLocaleString('en')} more lines`] : []),
  ];
}

/** What of a plan is neither an item nor a request: lists with their titles, without those that are empty. */
export function listsInWords({
  rollovers = [],
  writeIndices = [],
  left = [],
}: CodePlan): readonly { readonly title: string; readonly of: readonly string[] }[] {
  const lists = [
    {
      title: 'Rolled over, after all requests:',
      of: rollovers.map(({ dataStream, writeIndex, reason }) => `${dataStream} (${writeIndex}): ${reason}`),
    },
    {
      title: 'Written to write indices, after all requests:',
      of: writeIndices.map(
        ({ dataStream, writeIndex, changes }) => `${dataStream} (${writeIndex}): ${changes.join('; ')}`,
      ),
    },
    { title: 'Left, without a file:', of: left.map((each) => `${formatAddress(each)}: ${each.reason}`) },
  ];
  return lists.flatMap(({ title, of }) => (of.length === 0 ? [] : [{ title, of: of.map(printable) }]));
}

/** How many data streams something is done with after all requests. */
export function countStreams({ rollovers = [], writeIndices = [] }: CodePlan): number {
  return rollovers.length + writeIndices.length;
}

function requestsInWords({ requests }: CodePlan): string {
  const lines = requests.map(({ call, isIntermediate }, index) => {
    const { method, path } = requestOf(call);
    const why = isIntermediate === true ? ' (written for the time being, so that no other request is refused)' : '';
    return `  ${index + 1}. ${method} ${printable(path)}${why}`;
  });
  return ['Requests, in this order:', ...lines].join('\n');
}
