import { isArray, member, type JsonObject } from '#domain/json';
import { MAX_REHEARSAL_GROUPS, type RouteAnswer } from '#domain/wire';
import { did } from './action-words.ts';
import { hasFeature } from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf } from './context.ts';
import type { CopyProgress } from './copy-progress.ts';
import { addedFields, mappingsOf } from './document-trials.ts';
import { requireRoom } from './disk-room.ts';
import { readAnalysis } from './field-costs.ts';
import { missingParts } from './missing-parts.ts';
import { target } from './names.ts';
import { searchPages } from './newest-documents.ts';
import { ofScratchTest } from './outcomes.ts';
import {
  copyDefinition,
  emptyCopy,
  fillCopies,
  mergedSize,
  sampleToCopy,
  withCopies,
  type Copy,
} from './scratch-copies.ts';
import type { ScratchIndices } from './scratch.ts';

type Answer = RouteAnswer<'documents.rehearse'>;
type Rehearsed = Answer['before'];

export const documentRehearsalFacets: FacetsOf<'documents.rehearse'> = {
  'documents.rehearse': {
    outcome: ({ before, after }) => ofScratchTest(before.isRemoved ? after : before),
    words: did(['Rehearse', 'Rehearsed'], 'a mapping on documents of'),
  },
};

/** What mappings would make of the documents that an index has, compared with what its own make of them. */
export function documentRehearsal(
  scratch: ScratchIndices,
  hasDocuments: boolean,
  progress: CopyProgress,
): HandlersOf<'documents.rehearse' | 'documents.rehearsal'> {
  return {
    'documents.rehearsal': async ({ params: { name }, query: { id } }, { cluster }) => {
      const found = progress.of(cluster, target(name), id);
      return { ...(found !== undefined && { progress: found }) };
    },
    'documents.rehearse': async ({ params: { name }, body }, context) => {
      const { sample = 'newest' } = body;
      const isRandom = sample === 'random';
      const { index, mappings, settings, ids, total } = await sampleToCopy(context, {
        ...{ name, hasDocuments, sample, size: body.documents },
        aim: (of) => `a change of "${of}" can’t be rehearsed.`,
      });
      await requireRoom(context, { index, total, documents: ids.length, indices: 2 });
      const parts = isRandom ? nestedParts(ids) : [ids];
      await scratch.removeLeftovers(context.cluster);
      const definitions = [mappings, body.mappings].map((each) => copyDefinition(settings, each));
      const run = { ...{ cluster: context.cluster, name, id: body.id }, total: ids.length };
      const { value, leftovers } = await progress.during(run, (onProgress) =>
        withCopies(scratch, context, definitions, async ([current = '', drafted = '']) => {
          const places = { index, settings, parts, current, drafted, onProgress };
          return { current, drafted, ...(await rehearse(context, places)) };
        }),
      );
      const { documents, sizes, before, after } = value;
      const indexOf = (name: string) => ({ index: name, isRemoved: !leftovers.includes(name) });
      return {
        ...{ sample, total, documents },
        ...(isRandom && sizes !== undefined && { sizes: [...sizes] }),
        before: { ...indexOf(value.current), ...before },
        after: { ...indexOf(value.drafted), ...after },
      };
    },
  };
}

/** The first quarter, the second, and the other half, which come to samples of three sizes, each within the next. */
function nestedParts(ids: readonly string[]): readonly (readonly string[])[] {
  const [quarter, half] = [Math.ceil(ids.length / 4), Math.ceil(ids.length / 2)];
  return [ids.slice(0, quarter), ids.slice(quarter, half), ids.slice(half)].filter(({ length }) => length > 0);
}

interface Places {
  /** The index whose documents are read, and its flat settings. */
  readonly index: string;
  readonly settings: JsonObject;
  /** The IDs of the documents; sizes are measured after each part. */
  readonly parts: readonly (readonly string[])[];
  /** The scratch indices. */
  readonly current: string;
  readonly drafted: string;
  /** Called with how many documents are in both. */
  readonly onProgress: (done: number) => void;
}

type Measured = Omit<Rehearsed, 'index' | 'isRemoved'>;

interface RehearsedDocuments {
  readonly documents: number;
  /** After each part; absent where one is not known. */
  readonly sizes: Answer['sizes'];
  readonly before: Measured;
  readonly after: Measured;
}

/** Reads each document once and indexes it in both scratch indices. */
async function rehearse(
  context: ConsoleContext,
  { index, settings, parts, current, drafted, onProgress }: Places,
): Promise<RehearsedDocuments> {
  const sides = [await emptyCopy(context, current), await emptyCopy(context, drafted)] as const;
  const sizes: { readonly documents: number; readonly before?: number; readonly after?: number }[] = [];
  const documents = await fillCopies(context, {
    ...{ index, settings, parts, copies: sides, what: 'The rehearsal', onProgress },
    async onPart(count) {
      // After the last part they are read with all else.
      if (sizes.length < parts.length - 1) sizes.push({ documents: count, ...(await sizesOf(context, sides)) });
    },
  });
  const isAnalyzed = await hasFeature(context, 'field_stats');
  const [before, after] = withChangedFields(
    await measured(context, sides[0], isAnalyzed),
    await measured(context, sides[1], isAnalyzed),
  );
  sizes.push({
    documents,
    ...(before.sizeBytes !== undefined && { before: before.sizeBytes }),
    ...(after.sizeBytes !== undefined && { after: after.sizeBytes }),
  });
  return { documents, sizes: sizes.every(isMeasured) ? sizes : undefined, before, after };
}

type Sizes = NonNullable<Answer['sizes']>[number];

function isMeasured(sizes: Partial<Sizes>): sizes is Sizes {
  return sizes.before !== undefined && sizes.after !== undefined;
}

/** The sizes of both scratch indices. One that can’t be read is absent; why is said with the final sizes. */
async function sizesOf(
  context: ConsoleContext,
  [current, drafted]: readonly [Copy, Copy],
): Promise<{ readonly before?: number; readonly after?: number }> {
  const parts = missingParts();
  const before = await parts.read('size', mergedSize(context, current.index));
  const after = await parts.read('size', mergedSize(context, drafted.index));
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

const FIELD_SIZES = 'sizes of fields';

/** What a scratch index has become; parts that the cluster refuses to tell are missing. */
async function measured(context: ConsoleContext, copy: Copy, isAnalyzed: boolean): Promise<Measured> {
  const { index, mappings, accepted, refused, reasons } = copy;
  const parts = missingParts();
  const now = await parts.read('added fields', mappingsOf(context, index));
  const ignored = await parts.read('ignored fields', readIgnored(context, index));
  const sizeBytes = await parts.read('size', mergedSize(context, index));
  const costs = isAnalyzed ? await parts.read(FIELD_SIZES, readAnalysis(context, index)) : undefined;
  if (costs !== undefined && 'reason' in costs) parts.add(FIELD_SIZES, costs.reason);
  const groups = [...reasons].map(([reason, group]) => ({ reason, ...group }));
  return {
    accepted,
    refused,
    reasons: mostFrequent(groups),
    ...(now !== undefined && { added: addedFields(mappings, now) }),
    ...(ignored !== undefined && { ignored: mostFrequent([...ignored].map(([field, count]) => ({ field, count }))) }),
    ...(sizeBytes !== undefined && { sizeBytes }),
    ...(costs !== undefined && 'fields' in costs && { fields: [...costs.fields] }),
    ...parts.member(),
  };
}

/** The share by which the sizes of a field differ though its mapping is the same: compression and merges. */
const NOISE = 0.02;

/** Leaves of the fields of both sides those whose sizes differ, the largest difference first. */
function withChangedFields(before: Measured, after: Measured): readonly [Measured, Measured] {
  const sizesOf = ({ fields = [] }: Measured) => new Map(fields.map((cost) => [cost.path, cost.bytes]));
  const [was, is] = [sizesOf(before), sizesOf(after)];
  const difference = (path: string) => Math.abs((is.get(path) ?? 0) - (was.get(path) ?? 0));
  const isKnown = before.fields !== undefined && after.fields !== undefined;
  const changed = [...new Set(isKnown ? [...was.keys(), ...is.keys()] : [])]
    .filter((path) => difference(path) > NOISE * Math.max(was.get(path) ?? 0, is.get(path) ?? 0))
    .sort((a, b) => difference(b) - difference(a))
    .slice(0, MAX_REHEARSAL_GROUPS);
  const only = (side: Measured): Measured => {
    const { fields, ...others } = side;
    if (fields === undefined) return others;
    return { ...others, fields: changed.flatMap((path) => fields.find((cost) => cost.path === path) ?? []) };
  };
  return [only(before), only(after)];
}

function mostFrequent<Group extends { readonly count: number }>(groups: readonly Group[]): Group[] {
  return [...groups].sort((a, b) => b.count - a.count).slice(0, MAX_REHEARSAL_GROUPS);
}

/** By field in how many documents a value was ignored. The index has one shard, so that no number is there twice. */
async function readIgnored(context: ConsoleContext, index: string): Promise<Map<string, number>> {
  await context.cluster.gateway.send({ method: 'POST', path: [index, '_refresh'] });
  const counts = new Map<string, number>();
  const search = { _source: false, fields: [], sort: ['_seq_no'], query: { exists: { field: '_ignored' } } };
  for await (const { hits } of searchPages(context, index, search))
    for (const hit of hits) {
      const ignored = member(hit, '_ignored');
      for (const field of isArray(ignored) ? ignored : [])
        if (typeof field === 'string') counts.set(field, (counts.get(field) ?? 0) + 1);
    }
  return counts;
}
