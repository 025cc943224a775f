import { STORED_FIELDS, structuresIn, type FieldCost } from '#domain/console';
import { formatJson, isObject, member, objectMember, pickMembers, type JsonObject } from '#domain/json';
import { fieldAlone, mappingsOfNoField } from '#domain/mapping';
import { did } from './action-words.ts';
import { hasFeature } from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf } from './context.ts';
import type { CopyProgress } from './copy-progress.ts';
import { readStoreSize, requireRoom } from './disk-room.ts';
import { RequestError } from './errors.ts';
import { analyzeIndex, readFileCosts } from './field-costs.ts';
import { missingParts } from './missing-parts.ts';
import { ofScratchTest } from './outcomes.ts';
import {
  copyDefinition,
  emptyCopy,
  fillCopies,
  mergeCopy,
  sampleToCopy,
  withCopies,
  type Copy,
} from './scratch-copies.ts';
import type { ScratchIndices } from './scratch.ts';

export const fieldEstimateFacets: FacetsOf<'documents.estimate'> = {
  'documents.estimate': {
    outcome: ({ leftovers: [index = ''] }) => ofScratchTest({ index, isRemoved: index === '' }),
    words: did(['Estimate', 'Estimated'], 'the sizes of the fields of'),
  },
};

/** What fields take up, measured on copies of a random sample. */
export function fieldEstimates(
  scratch: ScratchIndices,
  hasDocuments: boolean,
  progress: CopyProgress,
): HandlersOf<'documents.estimate'> {
  return {
    'documents.estimate': async ({ params: { name }, body }, context) => {
      const { fields } = body;
      const isAnalyzed = await hasFeature(context, 'field_stats');
      if (fields === undefined && !isAnalyzed)
        throw new RequestError(
          400,
          'This engine doesn’t analyze an index by field. Name the fields: each is measured alone.',
        );
      const { index, mappings, settings, ids, sequence, total } = await sampleToCopy(context, {
        ...{ name, hasDocuments, sample: 'random', size: body.documents },
        aim: (of) => `what the fields of "${of}" take up can’t be estimated.`,
      });
      const way = isAnalyzed || fields === undefined ? byAnalysis(mappings, fields) : byFieldAlone(mappings, fields);
      await requireRoom(context, { index, total, documents: ids.length, indices: way.copies.length });
      await scratch.removeLeftovers(context.cluster);
      const unread = missingParts();
      const storeBytes = await unread.read('size', readStoreSize(context, index));
      const definitions = way.copies.map((each) => copyDefinition(way.settingsOf(settings), each.mappings));
      const samples = nestedSamples(ids).map((sample) => asWritten(sample, sequence));
      const measured: Measured[] = [];
      const run = {
        ...{ cluster: context.cluster, name, id: body.id },
        total: sum(samples.map(({ length }) => length)),
      };
      await progress.during(run, async (onProgress) => {
        let before = 0;
        for (const sample of samples) {
          const onDone = (done: number) => onProgress(before + done);
          measured.push(await measureSample(context, { scratch, definitions, way, index, settings, sample, onDone }));
          before += sample.length;
        }
      });
      return {
        ...{ total, documents: measured.at(-1)?.documents ?? 0 },
        refused: Math.max(...measured.map(({ refused }) => refused)),
        ...(storeBytes !== undefined && { storeBytes }),
        sizes: measured.map(({ documents, fields }) => ({ documents, fields })),
        leftovers: measured.flatMap(({ leftovers }) => leftovers),
        ...unread.member(),
      };
    },
  };
}

/** The first quarter of a random sample, the first half of it, and all of it: random samples, too. */
function nestedSamples(ids: readonly string[]): readonly (readonly string[])[] {
  const sizes = new Set([4, 2, 1].map((part) => Math.ceil(ids.length / part)));
  return [...sizes].map((size) => ids.slice(0, size));
}

/** In the order in which they were written, as in the index: what resembles its neighbours takes up less space. */
function asWritten(ids: readonly string[], sequence: ReadonlyMap<string, number>): readonly string[] {
  return ids.toSorted((a, b) => (sequence.get(a) ?? 0) - (sequence.get(b) ?? 0));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

interface Measuring {
  readonly scratch: ScratchIndices;
  readonly definitions: readonly JsonObject[];
  readonly way: Way;
  /** The index whose documents are read, and its flat settings. */
  readonly index: string;
  readonly settings: JsonObject;
  /** The IDs of the documents. */
  readonly sample: readonly string[];
  readonly onDone: (documents: number) => void;
}

interface Measured {
  readonly documents: number;
  readonly refused: number;
  readonly fields: FieldCost[];
  readonly leftovers: readonly string[];
}

/** Copies a sample into new scratch indices, and measures them. */
async function measureSample(
  context: ConsoleContext,
  { scratch, definitions, way, index, settings, sample, onDone }: Measuring,
): Promise<Measured> {
  const { value, leftovers } = await withCopies(scratch, context, definitions, async (names) => {
    const copies: Copy[] = [];
    for (const [at, each] of names.entries())
      copies.push({ ...(await emptyCopy(context, each)), isOfIds: way.copies[at]?.isOfIds === true });
    const documents = await fillCopies(context, {
      ...{ index, settings, parts: [sample], copies, what: 'The estimate', onProgress: onDone },
    });
    for (const each of names) await mergeCopy(context, each);
    const refused = Math.max(...copies.map((copy) => copy.refused));
    return { documents, refused, fields: await way.measure(context, names) };
  });
  return { ...value, leftovers };
}

/** A scratch index, and what is sent to it. */
interface Planned {
  readonly mappings: JsonObject;
  readonly isOfIds?: boolean;
}

/** How fields are measured. */
interface Way {
  readonly copies: readonly Planned[];
  /** Of the settings of the index those that the copies get. */
  readonly settingsOf: (settings: JsonObject) => JsonObject;
  /** `names` are those of the copies. */
  readonly measure: (context: ConsoleContext, names: readonly string[]) => Promise<FieldCost[]>;
}

/** The engine analyzes a copy of the whole documents. */
function byAnalysis(mappings: JsonObject, paths: readonly string[] | undefined): Way {
  return {
    copies: [{ mappings }],
    settingsOf: (settings) => settings,
    async measure(context, [copy = '']) {
      const { fields } = await analyzeIndex(context, copy);
      return paths === undefined ? fields : fields.filter(({ path }) => paths.includes(path));
    },
  };
}

/** Settings that refer to fields, or change what an index makes of all of them. */
const OF_OTHER_FIELDS = ['index.sort.', 'index.composite_index', 'index.mode', 'index.routing_path'] as const;

/**
 * Each field is indexed alone, beside whole documents without a field and the IDs of documents: what the files take up
 * more than those without it is the field.
 * @throws RequestError for a field that can't be measured alone
 */
function byFieldAlone(mappings: JsonObject, paths: readonly string[]): Way {
  const none = mappingsOfNoField(mappings);
  const copies: Planned[] = [{ mappings: none, isOfIds: true }, { mappings: none }];
  const withoutAny = 1;
  const baseOf = new Map<string, number>();
  const placed = paths.map((path) => {
    const alone = fieldAlone(mappings, path);
    if ('reason' in alone)
      throw new RequestError(409, `Nothing was created: "${path}" can’t be measured alone: ${alone.reason}.`, { path });
    let without = withoutAny;
    if (alone.without !== undefined) {
      const key = formatJson(alone.without);
      without = baseOf.get(key) ?? copies.push({ mappings: alone.without }) - 1;
      baseOf.set(key, without);
    }
    return { path, without, at: copies.push({ mappings: alone.mappings }) - 1, isStored: isStored(alone.mappings) };
  });
  return {
    copies,
    settingsOf: (settings) => pickMembers(settings, (name) => !OF_OTHER_FIELDS.some((each) => name.startsWith(each))),
    async measure(context, names) {
      const found: ReadonlyMap<string, number>[] = [];
      for (const name of names) {
        const structures = structuresIn(await readFileCosts(context, name));
        if (structures.size === 0)
          throw new RequestError(424, 'What the fields take up can’t be told: the cluster doesn’t tell its files.');
        found.push(structures);
      }
      const [ofIds = new Map(), ofDocuments = new Map()] = found;
      const source = (ofDocuments.get(STORED_FIELDS) ?? 0) - (ofIds.get(STORED_FIELDS) ?? 0);
      return [
        costOf('_source', [[STORED_FIELDS, source]]),
        costOf('_id', [...ofIds]),
        ...placed.map(({ path, at, without, isStored: keepsValues }) => {
          const before = found[without] ?? new Map<string, number>();
          const more = [...(found[at] ?? [])].map(([name, bytes]) => [name, bytes - (before.get(name) ?? 0)] as const);
          // The documents themselves are stored, too, a little otherwise each time.
          return costOf(
            path,
            more.filter(([name]) => name !== STORED_FIELDS || keepsValues),
          );
        }),
      ];
    },
  };
}

function costOf(path: string, sizes: readonly (readonly [structure: string, bytes: number])[]): FieldCost {
  const structures = sizes
    .filter(([, bytes]) => bytes > 0)
    .map(([structure, bytes]) => ({ structure, bytes }))
    .toSorted((a, b) => b.bytes - a.bytes);
  return { path, bytes: sum(structures.map(({ bytes }) => bytes)), structures };
}

/** Whether the field of mappings with one field keeps its values. */
function isStored(mappings: JsonObject): boolean {
  const [definition] = Object.values(objectMember(mappings, 'properties') ?? {});
  if (!isObject(definition)) return false;
  const store = member(definition, 'store');
  return store === true || store === 'true' || isStored(definition);
}
