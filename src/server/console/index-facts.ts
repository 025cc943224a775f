import type { FieldCount, IndexFacts } from '#domain/console';
import { objectMember, type JsonObject } from '#domain/json';
import { namesByCall } from '#domain/index-operations';
import { DEFAULT_FIELD_LIMIT, FIELD_LIMIT_SETTING, limitedFieldCount } from '#domain/mapping';
import type { ClusterCall } from '#domain/ports';
import { isOffered } from './calls.ts';
import type { ConsoleContext, HandlersOf } from './context.ts';
import { readPlain } from './index-rows.ts';
import { missingParts, type MissingParts } from './missing-parts.ts';
import { targets } from './names.ts';

const CREATED = 'index.creation_date';
const TIER = 'index.routing.allocation.include._tier_preference';
const ALL = { expand_wildcards: 'all' } as const;

/** By index. What the cluster does not tell is absent. */
type Answers<Entry> = Readonly<Record<string, Entry | undefined>>;
type Settings = Answers<{ readonly settings?: Readonly<Record<string, string>> }>;
type Lifecycles = Answers<Omit<IndexFacts, 'name'>>;
const NO_SETTINGS: Settings = {};
const NO_LIFECYCLES: Lifecycles = {};

interface IlmEntry {
  readonly policy?: string;
  readonly phase?: string;
  readonly step?: string;
}

interface IsmEntry {
  readonly policy_id?: string;
  readonly state?: { readonly name?: string };
  readonly action?: { readonly failed?: boolean };
  readonly retry_info?: { readonly failed?: boolean };
}

/** How many of the calls that read mappings are under way at once: they may be large. */
const PARALLEL_MAPPINGS = 2;

/** One call for settings and one for lifecycles, whatever their number; neither where nothing of it is asked for. */
export const indexFacts: HandlersOf<'indices.facts' | 'indices.field_counts'> = {
  'indices.facts': async ({ query: { created = false, tier = false, lifecycle = false } }, context) => {
    const names = [...(created ? [CREATED] : []), ...(tier ? [TIER] : [])];
    const parts = missingParts();
    const [settings = NO_SETTINGS, lifecycles = NO_LIFECYCLES] = await Promise.all([
      names.length === 0 ? undefined : parts.read('creation dates and data tiers', readSettings(context, names)),
      lifecycle ? parts.read('lifecycles', readLifecycles(context)) : undefined,
    ]);
    const indices = [...new Set([...Object.keys(settings), ...Object.keys(lifecycles)])].map((name): IndexFacts => ({
      name,
      ...(Object.hasOwn(settings, name) && factsOfSettings(settings[name]?.settings ?? {})),
      ...(Object.hasOwn(lifecycles, name) && lifecycles[name]),
    }));
    return { indices, ...parts.member() };
  },

  'indices.field_counts': async ({ body: { indexNames } }, context) => {
    const queue = namesByCall(targets(indexNames));
    const indices: FieldCount[] = [];
    const parts = missingParts();
    const work = async () => {
      for (let names = queue.shift(); names !== undefined; names = queue.shift())
        indices.push(...(await countFields(context, names, parts)));
    };
    await Promise.all(Array.from({ length: PARALLEL_MAPPINGS }, work));
    return { indices, ...parts.member() };
  },
};

/** Indices that are gone are left out. What the cluster refuses is absent from each, and listed in `parts`. */
async function countFields(
  context: ConsoleContext,
  names: readonly string[],
  parts: MissingParts,
): Promise<readonly FieldCount[]> {
  const joined = names.join(',');
  const query = { ignore_unavailable: true, ...ALL };
  const [mappings, settings] = await Promise.all([
    parts.read('fields', plain<JsonObject>(context, [joined, '_mapping'], query)),
    parts.read(
      'limits of fields',
      plain<Settings>(context, [joined, '_settings', FIELD_LIMIT_SETTING], { flat_settings: true, ...query }),
    ),
  ]);
  // A name may be that of an alias, which stands for indices of other names.
  return names.flatMap((name) => {
    const found = mappings && objectMember(mappings, name);
    const set = settings && Object.hasOwn(settings, name) ? settings[name]?.settings?.[FIELD_LIMIT_SETTING] : undefined;
    // Without the mappings it is not known which of the names are those of indices.
    if (mappings === undefined) return [{ name, ...(set !== undefined && { limit: Number(set) }) }];
    if (found === undefined) return [];
    const limit = Number(set ?? DEFAULT_FIELD_LIMIT);
    return [
      {
        name,
        fields: limitedFieldCount(objectMember(found, 'mappings') ?? {}),
        ...(settings !== undefined && Number.isSafeInteger(limit) && { limit }),
      },
    ];
  });
}

/** The indices that are meant, as a part of a path. */
const indicesOf = ({ only = ['*'] }: ConsoleContext) => only.join(',');

function readSettings(context: ConsoleContext, names: readonly string[]): Promise<Settings> {
  const query = { flat_settings: true, ignore_unavailable: true, ...ALL };
  return plain(context, [indicesOf(context), '_settings', names.join(',')], query);
}

function factsOfSettings(settings: Readonly<Record<string, string>>): Omit<IndexFacts, 'name'> {
  const created = Number(settings[CREATED]);
  const [tier = ''] = (settings[TIER] ?? '').split(',');
  return {
    ...(Number.isSafeInteger(created) && { created }),
    ...(tier !== '' && { tier: tier.replace(/^data_/, '') }),
  };
}

async function readLifecycles(context: ConsoleContext): Promise<Lifecycles> {
  if (await isOffered(context, 'ism')) {
    const filter_path = '*.policy_id,*.state.name,*.action.failed,*.retry_info.failed';
    const entries: Answers<IsmEntry> = await plain(context, ['_plugins', '_ism', 'explain', indicesOf(context)], {
      filter_path,
    });
    return mapped(entries, (entry) => ({
      policy: entry.policy_id,
      phase: entry.state?.name,
      hasFailed: entry.action?.failed === true || entry.retry_info?.failed === true,
    }));
  }
  if (!(await isOffered(context, 'ilm'))) return {};
  const { indices = {} } = await plain<{ readonly indices?: Answers<IlmEntry> }>(
    context,
    [indicesOf(context), '_ilm', 'explain'],
    {
      only_managed: true,
      filter_path: 'indices.*.policy,indices.*.phase,indices.*.step',
      ...ALL,
    },
  );
  return mapped(indices, ({ policy, phase, step }) => ({ policy, phase, hasFailed: step === 'ERROR' }));
}

interface Lifecycle {
  readonly policy: string | undefined;
  readonly phase: string | undefined;
  readonly hasFailed: boolean;
}

function mapped<Entry>(entries: Answers<Entry>, of: (entry: Entry) => Lifecycle): Lifecycles {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, entry]) => {
      // A response of ISM also has counts.
      if (typeof entry !== 'object' || entry === null) return [];
      const { policy, phase, hasFailed } = of(entry);
      if (typeof policy !== 'string') return [];
      return [
        [name, { policy, ...(typeof phase === 'string' && { phase }), ...(hasFailed && { hasFailed: true as const }) }],
      ];
    }),
  );
}

async function plain<Answer>(
  context: ConsoleContext,
  path: readonly string[],
  query: NonNullable<ClusterCall['query']>,
): Promise<Answer> {
  return (await readPlain(context, path, query)) as Answer;
}
