import { parameterOf } from '#domain/catalogue';
import { flatSettings } from '#domain/console';
import { tryDocument, type TriedValue } from '#domain/documents';
import { scratchDefinition, settingsForMappings } from '#domain/mapping';
import { deepEqual, formatJson, isObject, member, objectMember, valueAt, type JsonObject } from '#domain/json';
import { ClusterError, type ClusterCall } from '#domain/ports';
import type { RouteAnswer, RouteInput } from '#domain/wire';
import { modeIn } from '#domain/template';
import { engineError } from '../cluster/answer-text.ts';
import { worded } from './action-words.ts';
import { asString, bodyText, isRefused, objectsIn } from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf } from './context.ts';
import { missingParts, type MissingParts } from './missing-parts.ts';
import { readOfIndex } from './one-index.ts';
import { ofScratchTest } from './outcomes.ts';
import { readObject } from './read-object.ts';
import type { ScratchIndices } from './scratch.ts';

type Trial = RouteInput<'documents.try'>['body'];
type Answer = RouteAnswer<'documents.try'>;
type Simulated = RouteAnswer<'documents.simulate'>;

/** Values whose tokens are asked for, one of each field. */
const MAX_ANALYZED = 20;
/** Characters of one that is analyzed, and tokens of it that are told. */
const MAX_ANALYZED_LENGTH = 10_000;
const MAX_TOKENS = 100;
/** Fields whose doc values are read: an index takes no more in a search, unless it is set so. */
const MAX_COLUMNS = 100;
/** Refused analyses before the first that is not, after which no more are sent. */
const MAX_REFUSED = 2;
/** Higher than templates that people write. */
const PRIORITY = 2_147_483_647;
/** The only document of a scratch index. */
const ID = '1';

export const documentTrialFacets: FacetsOf<'documents.try'> = {
  'documents.try': {
    outcome: ofScratchTest,
    words: ({ names }) => worded(['Try', 'Tried'], ['a document', ...names].join(' on ')),
  },
};

/** A document is tried on mappings that no index has yet, by the cluster itself. */
export function documentTrialHandlers(scratch: ScratchIndices): HandlersOf<'documents.simulate' | 'documents.try'> {
  return {
    'documents.simulate': async ({ body }, context) => {
      const settings = await settingsOf(body, context);
      if (makesIds(settings)) return { isChecked: false, reason: NOT_OF_SERIES };
      const index = scratch.newName();
      const reason = await whyNotChecked(context, index);
      if (reason !== undefined) return { isChecked: false, reason };
      return { isChecked: true, outcome: await simulatedOutcome(context, index, { ...body, settings }) };
    },

    'documents.try': async ({ body }, context) => {
      const settings = await settingsOf(body, context);
      await scratch.removeLeftovers(context.cluster);
      const definition = scratchDefinition(settings, body.mappings);
      const { name, value, isRemoved } = await scratch.use(context, definition, (index) =>
        tryOn(context, index, { ...body, settings }),
      );
      return { index: name, ...value, isRemoved };
    },
  };
}

/** Whether the index makes the IDs of its documents, and refuses others. */
const makesIds = (settings: JsonObject) => modeIn(settings) === 'time_series';

/** Elasticsearch makes their IDs when they are indexed, and misses them here. */
const NOT_OF_SERIES = 'The cluster checks no documents of time series without an index.';

/** Flat, and only those that mappings refer to. */
async function settingsOf({ index, settings }: Trial, context: ConsoleContext): Promise<JsonObject> {
  const given =
    index === undefined
      ? flatSettings(settings ?? {})
      : (objectMember(await readOfIndex(context, index, ['_settings'], { flat_settings: true }), 'settings') ?? {});
  return settingsForMappings(given);
}

/** Why the cluster can't check documents without an index; it is asked about a document that it would refuse. */
async function whyNotChecked(context: ConsoleContext, index: string): Promise<string | undefined> {
  const lacks = 'This cluster can’t check documents against mappings without an index.';
  try {
    const { error } = await simulate(context, index, {
      mappings: { dynamic: 'strict' },
      document: { mapledger_probe: true },
    });
    return isObject(error) ? undefined : lacks;
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    if (error.fault === 'forbidden') return `${lacks} ${error.reason ?? error.message}`;
    if (error.fault === 'refused') return lacks;
    throw error;
  }
}

async function simulatedOutcome(
  context: ConsoleContext,
  index: string,
  trial: Trial,
): Promise<NonNullable<Simulated['outcome']>> {
  const answer = await simulate(context, index, trial);
  const error = member(answer, 'error');
  const effective = objectMember(answer, 'effective_mapping');
  const ignored = objectsIn(member(answer, 'ignored_fields')).flatMap((each) => asString(member(each, 'field')) ?? []);
  return {
    isTaken: !isObject(error),
    ...(isObject(error) && reasonIn(error)),
    ignored: ignored.sort(),
    ...(effective !== undefined && {
      added: addedFields(trial.mappings, objectMember(effective, '_doc') ?? effective),
    }),
  };
}

function reasonIn(error: JsonObject): { reason?: string } {
  const { reason } = engineError(formatJson({ error }));
  return reason === undefined ? {} : { reason };
}

/** The cluster's response about one document, with the mappings in the place of every template. */
async function simulate(
  context: ConsoleContext,
  index: string,
  { mappings, settings = {}, document, routing }: Trial,
): Promise<JsonObject> {
  const template = { index_patterns: [index], priority: PRIORITY, template: { settings, mappings } };
  const response = await readObject(context.cluster.gateway, {
    method: 'POST',
    path: ['_ingest', '_simulate'],
    query: { pipeline: '_none' },
    body: bodyText({
      docs: [{ _index: index, _id: ID, ...(routing !== undefined && { _routing: routing }), _source: document }],
      index_template_substitutions: { [index]: template },
    }),
    isReading: true,
    isConfidential: true,
    signal: context.signal,
  });
  const [first] = objectsIn(member(response, 'docs'));
  return (first && objectMember(first, 'doc')) ?? {};
}

/** What the scratch index makes of the document. */
async function tryOn(
  context: ConsoleContext,
  index: string,
  trial: Trial,
): Promise<Omit<Answer, 'index' | 'isRemoved'>> {
  const before = await mappingsOf(context, index);
  const refusal = await refusalOf(context, index, trial);
  if (refusal !== undefined) return { isTaken: false, reason: refusal, ignored: [], added: [], tokens: [] };
  const after = await mappingsOf(context, index);
  const parts = missingParts();
  const found = await parts.read('fields', readFields(context, index, { fields: ['*'] }));
  const values = await foreseenValues(context, { ...trial, mappings: after });
  const columns = await parts.read('doc values', readColumns(context, index, values, parts));
  const tokens = await readTokens(context, index, { document: trial.document, values }, parts);
  return {
    isTaken: true,
    added: addedFields(before, after),
    ...(found !== undefined && { ignored: [...found.ignored].sort(), fields: found.fields }),
    ...(columns !== undefined && { docValues: columns.fields }),
    tokens,
    ...parts.member(),
  };
}

export async function mappingsOf(context: ConsoleContext, index: string): Promise<JsonObject> {
  return objectMember(await readOfIndex(context, index, ['_mapping']), 'mappings') ?? {};
}

/** Why the cluster refuses the document. @throws ClusterError where it does not say whether it takes it */
async function refusalOf(
  { cluster }: ConsoleContext,
  index: string,
  { document, routing, settings = {} }: Trial,
): Promise<string | undefined> {
  try {
    await cluster.gateway.send({
      ...(makesIds(settings)
        ? { method: 'POST', path: [index, '_doc'] }
        : { method: 'PUT', path: [index, '_doc', ID] }),
      query: { refresh: true, pipeline: '_none', ...(routing !== undefined && { routing }) },
      body: bodyText(document),
      isConfidential: true,
    });
    return undefined;
  } catch (error) {
    if (isRefused(error) && error instanceof ClusterError) return error.reason ?? error.message;
    // An engine says some refusals with 500.
    if (error instanceof ClusterError && error.fault === 'failed' && error.reason !== undefined) return error.reason;
    throw error;
  }
}

async function readFields(
  { cluster: { gateway }, signal }: ConsoleContext,
  index: string,
  parts: JsonObject,
): Promise<{ ignored: readonly string[]; fields: JsonObject }> {
  const response = await readObject(gateway, {
    ...reading(index, '_search', { size: 1, _source: false, ...parts }),
    signal,
  });
  const [hit = {}] = objectsIn(member(objectMember(response, 'hits') ?? {}, 'hits'));
  const ignored = member(hit, '_ignored');
  return {
    ignored: Array.isArray(ignored) ? ignored.map(String) : [],
    fields: objectMember(hit, 'fields') ?? {},
  };
}

/** What Mapledger expects of each value: its field, and whether that has doc values. */
async function foreseenValues(
  { cluster }: ConsoleContext,
  { mappings, settings = {}, document, routing }: Trial,
): Promise<readonly TriedValue[]> {
  const { engine } = await cluster.capabilities();
  return tryDocument({ mappings, settings, engine }, document, routing === undefined ? {} : { routing }).values;
}

/** Doc values are asked for by name: an engine that is asked for all refuses those of metadata fields. */
async function readColumns(
  context: ConsoleContext,
  index: string,
  values: readonly TriedValue[],
  parts: MissingParts,
): Promise<{ readonly fields: JsonObject }> {
  const names = new Set(
    values.flatMap(({ field, effects }) =>
      field !== null && effects.some(({ kind }) => kind === 'docValues') ? [field] : [],
    ),
  );
  if (names.size > MAX_COLUMNS) parts.add('doc values', `Only those of ${MAX_COLUMNS} fields were read.`);
  const docvalue_fields = [...names].slice(0, MAX_COLUMNS);
  return names.size === 0 ? { fields: {} } : readFields(context, index, { docvalue_fields });
}

async function readTokens(
  { cluster, signal }: ConsoleContext,
  index: string,
  { document, values }: { readonly document: JsonObject; readonly values: readonly TriedValue[] },
  parts: MissingParts,
): Promise<Answer['tokens']> {
  const found: Answer['tokens'] = [];
  const asked = new Set<string>();
  let refused = 0;
  for (const { field, type, pointer } of values) {
    if (field === null || type === null || asked.has(field) || parameterOf(type, 'analyzer') === undefined) continue;
    const text = valueAt(document, pointer);
    if (typeof text !== 'string') continue;
    if (asked.size === MAX_ANALYZED) {
      parts.add('tokens', `Only ${MAX_ANALYZED} fields were analyzed.`);
      break;
    }
    asked.add(field);
    const answer = await parts.read(
      `tokens of ${field}`,
      readObject(cluster.gateway, {
        ...reading(index, '_analyze', { field, text: text.slice(0, MAX_ANALYZED_LENGTH) }),
        signal,
      }),
    );
    if (answer === undefined) {
      // The next would be refused for the same reason, as where the engine has no _analyze.
      if (found.length === 0 && ++refused === MAX_REFUSED) break;
      continue;
    }
    const tokens = objectsIn(member(answer, 'tokens')).flatMap((each) => asString(member(each, 'token')) ?? []);
    found.push({ field, pointer, tokens: tokens.slice(0, MAX_TOKENS), count: tokens.length });
  }
  return found;
}

function reading(index: string, endpoint: string, body: JsonObject): ClusterCall {
  return {
    method: 'POST',
    path: [index, endpoint],
    body: bodyText(body),
    isReading: true,
    isConfidential: true,
  };
}

/** The fields that the second mappings have and the first have not; objects without what they hold, and before it. */
export function addedFields(before: JsonObject, after: JsonObject): Answer['added'] {
  const added: Answer['added'] = [];
  const compare = (old: JsonObject, now: JsonObject, path: string) => {
    for (const container of ['properties', 'runtime']) {
      const [had, has] = [objectMember(old, container) ?? {}, objectMember(now, container) ?? {}];
      for (const [name, definition] of Object.entries(has)) {
        if (!isObject(definition)) continue;
        const known = objectMember(had, name);
        const { properties, ...own } = definition;
        const at = `${path}${name}`;
        if (known === undefined) added.push({ path: at, definition: own });
        if (known === undefined || (isObject(properties) && !deepEqual(known, definition)))
          compare(known ?? {}, container === 'runtime' ? {} : definition, `${at}.`);
      }
    }
  };
  compare(before, after, '');
  return added;
}
