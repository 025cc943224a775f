import { describe, expect, it } from 'vitest';
import { createState, liveTemplateDocument, type TemplateStreamKind } from '#domain/document';
import { diff, isObject, joinPointer, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { reduce } from '#domain/commands';
import {
  isSameTemplate,
  locateMappings,
  logisticsInputs,
  logisticsText,
  readLogistics,
  sendableTemplate,
  settingIn,
  templatePlaceOf,
  withSetting,
} from '#domain/template';
import { ADA, stampSource } from '../../src/fuzz/generate/stamps.ts';
import { NO_CORPUS, readCorpus } from '../corpus.ts';
import { itOnEachEngine, report, type Engine } from './engine.ts';

/** Fewer accepted ones prove little. */
const LEAST_ACCEPTED = 20;

const KINDS = {
  'index template': { kind: 'index_template', form: 'index', path: '_index_template' },
  'component template': { kind: 'component_template', form: 'component', path: '_component_template' },
  'legacy template': { kind: 'legacy_template', form: 'legacy', path: '_template' },
} as const satisfies Readonly<
  Record<string, { readonly kind: TemplateStreamKind; readonly form: string; readonly path: string }>
>;

interface Sample {
  readonly file: string;
  readonly kind: keyof typeof KINDS;
  readonly body: JsonObject;
}

const corpus = readCorpus();

/** The template files of the corpus, as an engine takes them. */
function samples(): readonly Sample[] {
  return (corpus ?? []).flatMap(({ file, body }): readonly Sample[] => {
    const { kind } = locateMappings(body);
    if (kind === 'mappings') return [];
    const wrapped = ['component_template', 'index_template'].map((name) => valueAt(body, joinPointer('', name)));
    const inner = wrapped.find((value) => isObject(value)) ?? body;
    const isTemplate = kind === 'component template' || Object.hasOwn(inner, 'index_patterns');
    return isObject(inner) && isTemplate ? [{ file, kind, body: inner }] : [];
  });
}

/** What the engine has of a template, as the console reads it. */
async function readBack(engine: Engine, { kind }: Sample, name: string): Promise<JsonObject> {
  const { path } = KINDS[kind];
  const { status, body } = await engine.request('GET', `/${path}/${name}`);
  expect(status).toBe(200);
  const at = {
    'index template': '/index_templates/0/index_template',
    'component template': '/component_templates/0/component_template',
    'legacy template': `/${name}`,
  }[kind];
  const found = valueAt(body, at);
  return isObject(found) ? found : {};
}

/** The steps of the editor over a body: what each of them reads, and what it would change as it is. */
function changesOfAVisit({ kind }: Sample, live: JsonObject): number {
  const { form } = KINDS[kind];
  const usual = kind === 'legacy template' ? '/mappings' : '/template/mappings';
  const { mappingsAt } = locateMappings(live);
  const state = createState({
    body: liveTemplateDocument(live),
    mappingsAt: `/body${mappingsAt.startsWith(usual) ? mappingsAt : usual}`,
  });
  const place = templatePlaceOf(state);
  expect(place).toMatchObject({ at: '/body', isLegacy: kind === 'legacy template' });
  const shown = Object.fromEntries(logisticsInputs(form).map((input) => [input, logisticsText(form, live, input)]));
  const { set, unset, faults } = readLogistics(form, live, shown);
  expect(faults).toEqual({});
  const holder = kind === 'legacy template' ? live : valueAt(live, '/template');
  const section = (name: string): JsonValue => (isObject(holder) ? (holder[name] ?? null) : null);
  const stamp = stampSource(1);
  const commands = [
    { type: 'template.setLogistics', payload: { set, unset } },
    { type: 'template.setSettings', payload: { settings: section('settings') } },
    { type: 'template.setAliases', payload: { aliases: section('aliases') } },
    { type: 'editor.replaceMappings', payload: { mappings: valueAt(state.body, state.mappingsAt) ?? {} } },
    ...(form === 'index' && live['composed_of'] !== undefined
      ? [{ type: 'template.setComponents', payload: { components: live['composed_of'] } }]
      : []),
  ];
  const isAbsent = valueAt(state.body, state.mappingsAt) === undefined;
  return commands.filter(
    (command) =>
      !(isAbsent && command.type === 'editor.replaceMappings') && 'event' in reduce(state, command, stamp(ADA)),
  ).length;
}

interface Account {
  accepted: number;
  refused: number;
  unchanged: number;
  edited: number;
}

describe('template documents', () => {
  if (corpus === undefined) it.skip(`keep real templates: ${NO_CORPUS}`, () => undefined);
  else
    itOnEachEngine(
      'of real templates change nothing by a visit, and one thing by one edit',
      async (engine) => {
        const accounts = new Map<string, Account>();
        const wrong: string[] = [];
        for (const [number, sample] of samples().entries()) {
          const account = accounts.get(sample.kind) ?? { accepted: 0, refused: 0, unchanged: 0, edited: 0 };
          accounts.set(sample.kind, account);
          const { kind, path } = KINDS[sample.kind];
          const name = `mapledger-test-template-${number}`;
          const address = `/${path}/${name}`;
          // The patterns of real templates would take hold of each other and of what other tests create.
          const patterns = kind === 'component_template' ? {} : { index_patterns: [`${name}-*`] };
          const components = kind === 'index_template' ? { composed_of: [] } : {};
          const put = await engine.request('PUT', address, {
            ...sendableTemplate(sample.body),
            ...patterns,
            ...components,
          });
          if (put.status !== 200) {
            account.refused++;
            continue;
          }
          account.accepted++;
          try {
            const live = await readBack(engine, sample, name);
            if (changesOfAVisit(sample, live) > 0) wrong.push(`${sample.file}: a visit changes it`);
            else if (diff(live, await readBack(engine, sample, name)).length > 0)
              wrong.push(`${sample.file}: it moved`);
            else account.unchanged++;
            const outcome = await editOnce(engine, sample, name, live);
            if (outcome === null) account.edited++;
            else wrong.push(`${sample.file}: ${outcome}`);
          } finally {
            await engine.request('DELETE', address);
          }
        }
        for (const [kind, { accepted, refused, unchanged, edited }] of accounts)
          report(
            engine.target,
            `${kind}s: ${accepted} accepted, ${refused} refused; ${unchanged} unchanged by a visit, ${edited} changed in one place by one edit.`,
          );
        expect(wrong).toEqual([]);
        const all = [...accounts.values()].reduce((sum, { accepted }) => sum + accepted, 0);
        expect(all).toBeGreaterThan(LEAST_ACCEPTED);
      },
      300_000,
    );
});

/** Changes one setting as the editor does, sends it, and looks at what differs on the engine; null where that is what was meant. */
async function editOnce(engine: Engine, { kind }: Sample, name: string, live: JsonObject): Promise<string | null> {
  const { path } = KINDS[kind];
  const isLegacy = kind === 'legacy template';
  const holder = isLegacy ? live : valueAt(live, '/template');
  const settings = isObject(holder) && isObject(holder['settings']) ? holder['settings'] : {};
  const wanted = settingIn(settings, 'refresh_interval') === '7s' ? '9s' : '7s';
  const edited = withSetting(settings, 'refresh_interval', wanted);
  const mappingsAt = `/body${isLegacy ? '/mappings' : '/template/mappings'}`;
  const state = createState({ body: liveTemplateDocument(live), mappingsAt });
  const reduced = reduce(state, { type: 'template.setSettings', payload: { settings: edited } }, stampSource(2)(ADA));
  if (!('event' in reduced)) return 'the edit was no event';
  const body = valueAt(reduced.after.body, '/body');
  if (!isObject(body)) return 'the edit left no body';
  const put = await engine.request('PUT', `/${path}/${name}`, sendableTemplate(body));
  if (put.status !== 200) return `the edit was refused: ${String(valueAt(put.body, '/error/reason'))}`;
  const now = await readBack(engine, { kind, file: '', body: {} }, name);
  if (!isSameTemplate(body, now)) return 'the engine made something else of it';
  const places = diff(sendableTemplate(live), sendableTemplate(now)).map(({ path: place }) => place);
  const [only, ...others] = places;
  // A template that had no part of its own has got one with the setting.
  const isMeant = only !== undefined && (/settings/.test(only) || (only === '/template' && holder === undefined));
  return isMeant && others.length === 0 ? null : `it differs at ${places.join(', ')}`;
}
