import { COMPOSITE_TYPES, selectableTypes, type TargetEngine } from '#domain/catalogue';
import { classifyChanges, trialsOf, type ImpactClass } from '#domain/impact';
import { deepEqual, formatJson, isObject, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import {
  asEnginesRead,
  deNormalize,
  importErrorText,
  mergeUpdate,
  normalize,
  planMappingUpdate,
  foreseenRefusals,
  mappingSettingNames,
  scratchDefinition,
  validateMappings,
} from '#domain/mapping';
import type { ClusterGateway } from '#domain/ports';
import { locateMappings } from '#domain/template';
import { steppingGateway } from '../case/steps.ts';
import type { Counter } from '../case/tally.ts';
import { underLaw, type CorpusEntry, type Engines, type FuzzTarget } from '../case/target.ts';
import { ask, targetOf, type Reply } from '../compare/ask.ts';
import { compare } from '../compare/compared.ts';
import { placeAt, type Difference } from '../compare/difference.ts';
import { levelsIn } from '../compare/levels.ts';
import { jsonCases } from '../compare/json-cases.ts';
import { absenceIn, labelsIn } from '../generate/known-absences.ts';
import { mappingsOf, WITHOUT_SHARDS, withScratchIndex } from '../compare/scratch.ts';
import { sampleSettings } from '../generate/catalogue-samples.ts';
import { engineMappings } from '../generate/engine-mappings.ts';
import { DECIDED_UPDATES, SETTING_SAMPLES } from '../generate/setting-samples.ts';
import type { Random } from '../generate/random.ts';
import { expect } from '../laws/expect.ts';

/**
 * A mapping that an index is created with, and what it is to become; the same where nothing is changed. `setting` names
 * one of `SETTING_SAMPLES`: the mapping is also tried on an index with it.
 */
type EngineCase = { readonly mappings: JsonObject; readonly wanted: JsonObject; readonly setting?: string };

/** One change after another is sent; a case that has more proves no more. */
const MAX_CHANGES = 8;
/** Far more fields than cases have: a mapping of the user's may have more than an engine takes by itself. */
const FIELD_LIMIT = 50_000;

/** Mappings and their edits, held against what a real engine makes of them. */
export async function engineTarget(engines: Engines): Promise<FuzzTarget> {
  const target = await targetOf(engines.cluster);
  const made = engineMappings(target);
  const settings = {
    ...sampleSettings(target),
    ...WITHOUT_SHARDS,
    'mapping.total_fields.limit': FIELD_LIMIT,
    'mapping.nested_fields.limit': FIELD_LIMIT,
  };
  return {
    name: 'engine',
    values(corpus) {
      const files = corpus.flatMap(mappingsIn);
      const make = (random: Random): EngineCase => {
        const ofFile = files.length > 0 && random.below(2) === 0;
        let mappings = ofFile ? random.pick(files) : made.mappings(random);
        if (random.below(3) === 0) mappings = made.damaged(mappings, random);
        const wanted = random.below(2) === 0 ? mappings : made.edited(mappings, random);
        return { mappings, wanted, setting: random.pick(mappingSettingNames(target)) };
      };
      return jsonCases(make, (value) => isObject(value) && isObject(value['mappings']) && isObject(value['wanted']));
    },
    async holds(value, counter) {
      const { mappings, wanted, setting } = value as EngineCase;
      const name = engines.newName();
      const cluster = steppingGateway(engines.cluster, counter);
      const outcome = await withScratchIndex(cluster, name, { settings, mappings }, async () => {
        const live = await mappingsOf(cluster, name);
        counter.tried(true);
        counter.met('outcome', 'taken');
        countDefinitions(live, counter);
        compareTaken(mappings, target, counter);
        compareEcho(mappings, live, target, counter);
        await compareChanges(cluster, target, { name, wanted: asEnginesRead(wanted) }, counter);
      });
      if (setting !== undefined) await compareTrials(cluster, target, { mappings, wanted, setting }, engines, counter);
      if (!('refused' in outcome)) return;
      counter.tried(false);
      counter.met('outcome', 'refused');
      compareRefused(mappings, outcome.refused.reason, target, counter);
    },
    coverage: {
      outcome: ['taken', 'refused'],
      change: ['none', 'additive', 'in_place', 'new_index', 'refused'] satisfies ImpactClass[],
      type: selectableTypes(target, { isRoot: true, isMultiField: false }).filter(
        (type) => absenceIn(target, [type], null) === undefined && !(type in COMPOSITE_TYPES),
      ),
    },
  };
}

function mappingsIn({ body }: CorpusEntry): readonly JsonObject[] {
  const mappings = valueAt(body, locateMappings(body).mappingsAt);
  return isObject(mappings) ? [mappings] : [];
}

/** Why we would not take mappings for the target, or null. */
function objection(mappings: JsonObject, target: TargetEngine): string | null {
  const [error] = validateMappings(mappings).errors;
  if (error !== undefined) return importErrorText(error);
  const [refusal] = foreseenRefusals({}, mappings, target);
  return refusal === undefined ? null : `${refusal.path}: ${refusal.reason}`;
}

function compareTaken(mappings: JsonObject, target: TargetEngine, counter: Counter): void {
  const why = objection(mappings, target);
  compare(
    'validation lets through what the engine takes',
    target,
    why === null ? null : { account: why, refusal: why, sent: [mappings] },
    counter,
  );
}

function compareRefused(mappings: JsonObject, reason: string, target: TargetEngine, counter: Counter): void {
  const isExpected = objection(mappings, target) !== null;
  compare(
    'the engine takes what validation lets through',
    target,
    isExpected ? null : { account: `${reason}\n  ${formatJson(mappings)}`, refusal: reason, sent: [mappings] },
    counter,
  );
}

/** What the engine tells can be imported, and differs from what was sent in nothing that has an effect. */
function compareEcho(sent: JsonObject, live: JsonObject, target: TargetEngine, counter: Counter): void {
  underLaw('the mapping that an engine tells has nothing wrong', () => {
    expect(validateMappings(live).errors.map(importErrorText)).toEqual([]);
    expect(deNormalize(normalize(live))).toEqual(valueAt(live, '/properties') ?? {});
  });
  for (const [from, to] of [
    [live, sent],
    [sent, live],
  ] as const) {
    const plan = planMappingUpdate(from, to, target);
    const effects = classifyChanges(plan, []).filter(({ impact }) => impact !== 'none' && impact !== 'refused');
    const [first] = effects;
    const difference: Difference | null =
      first === undefined
        ? null
        : {
            account: `${first.impact}: ${first.text}\n  ${first.at}: sent ${shown(valueAt(sent, first.at))}, told ${shown(valueAt(live, first.at))}`,
            sent: [sent],
            place: placeAt(first.at, sent, live),
            marks: levelsIn(sent, live, first.at),
          };
    compare('the engine tells the mapping that was sent', target, difference, counter);
  }
}

const shown = (value: JsonValue | undefined) => (value === undefined ? 'nothing' : formatJson(value).slice(0, 200));

/** Each change by itself is taken or refused as it is classed, and leads where the plan says. */
async function compareChanges(
  cluster: ClusterGateway,
  target: TargetEngine,
  { name, wanted }: { readonly name: string; readonly wanted: JsonObject },
  counter: Counter,
): Promise<void> {
  const tried = new Set<string>();
  let live = await mappingsOf(cluster, name);
  for (let turn = 0; turn < MAX_CHANGES; turn++) {
    const plan = planMappingUpdate(live, wanted, target);
    const classes = classifyChanges(plan, foreseenRefusals(live, plan.body, target));
    const trials = trialsOf(live, wanted, target);
    const change = classes.find(({ at }) => !tried.has(at) && trials.some((trial) => trial.at === at));
    const body = trials.find(({ at }) => at === change?.at)?.body;
    if (change === undefined || body === undefined) return;
    tried.add(change.at);
    const reply = await ask(cluster, { method: 'PUT', path: [name, '_mapping'], body: formatJson(body) });
    const after = await mappingsOf(cluster, name);
    counter.met('change', change.impact);
    const isSame = deepEqual(after, live);
    const was = !reply.isTaken ? 'refused' : isSame ? 'without effect' : 'taken';
    compare(
      'the engine takes a change as it is classed',
      target,
      isAsClassed(change.impact, was)
        ? null
        : {
            account: `${change.impact}, and ${was}${reply.isTaken ? '' : `: ${reply.reason}`}\n  ${change.text}\n  ${formatJson(body)}\n  before ${formatJson(live)}`,
            sent: [body],
            place: placeAt(change.at, wanted, live),
            impact: change.impact,
            marks: [...levelsIn(wanted, live, change.at), ...(was === 'without effect' ? ([was] as const) : [])],
            ...(!reply.isTaken && { refusal: reply.reason }),
          },
      counter,
    );
    if (reply.isTaken && !isSame) {
      const planned = mergeUpdate(live, body);
      const left = classifyChanges(planMappingUpdate(after, planned, target), []).filter(
        ({ impact }) => impact !== 'none',
      );
      const [first] = left;
      compare(
        'a change gives the planned mapping',
        target,
        first === undefined
          ? null
          : {
              account: `${first.impact}: ${first.text}\n  ${formatJson(body)}\n  planned ${formatJson(planned)}\n  is ${formatJson(after)}`,
              sent: [body],
              place: placeAt(first.at, planned, after),
              marks: levelsIn(planned, after, first.at),
            },
        counter,
      );
    }
    live = after;
  }
}

/** "Test on a scratch index" takes and refuses what an index with the setting does. */
async function compareTrials(
  cluster: ClusterGateway,
  target: TargetEngine,
  { mappings, wanted, setting }: Required<EngineCase>,
  engines: Engines,
  counter: Counter,
): Promise<void> {
  const sample = SETTING_SAMPLES[setting];
  if (sample === undefined) return;
  const settings = { ...sampleSettings(target), ...sample.settings, ...WITHOUT_SHARDS };
  const [name, scratch] = [engines.newName(), engines.newName()];
  await withScratchIndex(cluster, name, { settings, mappings: mergeUpdate(mappings, sample.mappings) }, async () => {
    const live = await mappingsOf(cluster, name);
    const told = await ask(cluster, { method: 'GET', path: [name, '_settings'], query: { flat_settings: true } });
    const flat = told.isTaken ? valueAt(told.body, `/${name}/settings`) : undefined;
    const definition = scratchDefinition(isObject(flat) ? flat : {}, live);
    const bodies = [...trialsOf(live, wanted, target).map(({ body }) => body), ...DECIDED_UPDATES];
    const outcome = await withScratchIndex(cluster, scratch, definition, async () => {
      for (const body of bodies.slice(0, MAX_CHANGES + DECIDED_UPDATES.length)) {
        const call = { method: 'PUT', body: formatJson(body) } as const;
        const ofIndex = await ask(cluster, { ...call, path: [name, '_mapping'] });
        const ofScratch = await ask(cluster, { ...call, path: [scratch, '_mapping'] });
        counter.met('setting', setting);
        compareTrial(ofIndex.isTaken === ofScratch.isTaken ? null : [body, ofIndex.isTaken ? ofScratch : ofIndex]);
      }
    });
    if ('refused' in outcome) compareTrial([definition, outcome.refused]);
  });

  function compareTrial(differs: readonly [sent: JsonObject, refused: Reply] | null): void {
    const refusal = differs === null || differs[1].isTaken ? undefined : differs[1].reason;
    compare(
      'a scratch index takes what the index takes',
      target,
      differs && { account: `${setting}: ${refusal ?? ''}\n  ${formatJson(differs[0])}`, sent: [differs[0]] },
      counter,
    );
  }
}

/** Whether what the engine did is what the class of a change says. */
function isAsClassed(impact: ImpactClass, was: 'refused' | 'without effect' | 'taken'): boolean {
  switch (impact) {
    case 'none':
      return was !== 'refused';
    case 'additive':
    case 'in_place':
      return was === 'taken';
    case 'new_index':
      return was !== 'taken';
    case 'refused':
      return was === 'refused';
  }
}

function countDefinitions(mappings: JsonObject, counter: Counter): void {
  for (const label of labelsIn(mappings)) counter.met(label.includes('.') ? 'parameter' : 'type', label);
}
