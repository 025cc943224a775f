import { classifyChanges } from '#domain/impact';
import {
  deepEqual,
  formatJson,
  isObject,
  parsePointer,
  valueAt,
  type JsonObject,
  type JsonValue,
  type Pointer,
} from '#domain/json';
import { foreseenRefusals, planMappingUpdate } from '#domain/mapping';
import type { ClusterCall, ClusterGateway } from '#domain/ports';
import type { Counter } from '../case/tally.ts';
import { NotTriedError, type Engines, type FuzzTarget } from '../case/target.ts';
import { ask, targetOf, type Reply } from '../compare/ask.ts';
import { compare } from '../compare/compared.ts';
import { pathsInBoth, simulationOf } from '../compare/composition.ts';
import { placeAt, type Mark } from '../compare/difference.ts';
import { levelsIn } from '../compare/levels.ts';
import { jsonCases } from '../compare/json-cases.ts';
import { WITHOUT_SHARDS } from '../compare/scratch.ts';
import { sampleSettings } from '../generate/catalogue-samples.ts';
import { engineMappings } from '../generate/engine-mappings.ts';
import type { Random } from '../generate/random.ts';
import { templatePartsFrom } from '../generate/template-sets.ts';

/** What both engines are asked for: an index, an update of its mapping, aliases, and a template over a component. */
type SandboxCase = {
  readonly mappings: JsonObject;
  readonly wanted: JsonObject;
  readonly aliases: JsonObject;
  readonly component: JsonObject;
  readonly template: JsonObject;
};

/** The Elasticsearch that is compared with: older ones differ from the sandbox in what they know. */
const LEAST_VERSION = 9;

function replyInWords(reply: Reply): string {
  return reply.isTaken ? 'takes it' : `refuses it (${reply.status}: ${reply.reason})`;
}

/** The embedded engine, held against a real one: both are sent the same. */
export async function sandboxTarget(engines: Engines): Promise<FuzzTarget> {
  const target = await targetOf(engines.cluster);
  const { distribution, version } = target;
  if (distribution !== 'elasticsearch' || Number.parseInt(version, 10) < LEAST_VERSION)
    throw new NotTriedError(
      `The sandbox is compared with an Elasticsearch ${LEAST_VERSION} or newer; this is ${distribution} ${version}.`,
    );
  const probe = engines.sandbox();
  const made = engineMappings(await targetOf(probe));
  probe.close();

  /** Whether the editor would warn of it. */
  const isForeseen = (mappings: readonly JsonObject[]) =>
    mappings.some((each) => foreseenRefusals({}, each, target).length > 0);

  /** Sends a call to both; both replies where both take it, else null. */
  async function both(sandbox: ClusterGateway, call: ClusterCall, mappings: readonly JsonObject[], counter: Counter) {
    const [theirs, ours] = [await ask(engines.cluster, call), await ask(sandbox, call)];
    counter.did(
      () =>
        `${call.method} /${call.path.join('/')}: engine ${replyInWords(theirs)}, sandbox ${replyInWords(ours)} ${call.body ?? ''}`,
    );
    const what = `${call.method} ${call.path.at(-1)?.startsWith('_') === true ? (call.path.at(-1) ?? '') : 'index'}`;
    counter.tried(theirs.isTaken);
    counter.met('outcome', theirs.isTaken ? 'taken' : 'refused');
    const [ourNo, theirNo] = [refusalIn(ours), refusalIn(theirs)];
    const refused = (reason: string, marks: readonly Mark[] = []) => ({
      account: `${what}, and refused: ${reason}\n  ${formatJson(mappings)}`,
      refusal: reason,
      sent: mappings,
      marks,
    });
    compare(
      'the sandbox takes what the engine takes',
      target,
      ourNo !== null && theirNo === null ? refused(ourNo) : null,
      counter,
    );
    compare(
      'the engine takes what the sandbox takes',
      target,
      ourNo === null && theirNo !== null ? refused(theirNo, isForeseen(mappings) ? ['foreseen'] : []) : null,
      counter,
    );
    return theirs.isTaken && ours.isTaken ? { theirs: theirs.body, ours: ours.body } : null;
  }

  async function compareIndex(sandbox: ClusterGateway, value: SandboxCase, counter: Counter): Promise<void> {
    const { mappings, wanted, aliases } = value;
    const name = engines.newName();
    const definition = {
      settings: { ...sampleSettings(target), ...WITHOUT_SHARDS },
      mappings,
      aliases: renamed(aliases, name),
    };
    const create: ClusterCall = {
      method: 'PUT',
      path: [name],
      query: { wait_for_active_shards: 0 },
      body: formatJson(definition),
    };
    try {
      if ((await both(sandbox, create, [mappings], counter)) === null) return;
      const read = async (part: '_mapping' | '_alias') => {
        const answers = await both(sandbox, { method: 'GET', path: [name, part] }, [mappings], counter);
        const member = part === '_mapping' ? 'mappings' : 'aliases';
        const inside = (body: JsonValue | undefined) => {
          const found = body === undefined ? undefined : valueAt(body, `/${name}/${member}`);
          return isObject(found) ? found : {};
        };
        return { theirs: inside(answers?.theirs), ours: inside(answers?.ours) };
      };
      const live = await read('_mapping');
      const isSame = compareMappings(live, [mappings], counter);
      const told = await read('_alias');
      compareAnswers('aliases', told, counter);
      if (!isSame) return;
      const { body } = planMappingUpdate(live.theirs, wanted, target);
      if (Object.keys(body).length === 0) return;
      const update: ClusterCall = { method: 'PUT', path: [name, '_mapping'], body: formatJson(body) };
      if ((await both(sandbox, update, [body], counter)) !== null)
        compareMappings(await read('_mapping'), [body], counter);
    } finally {
      await ask(engines.cluster, { method: 'DELETE', path: [name], query: { ignore_unavailable: true } });
    }
  }

  /** Whether both tell the same mapping, but for what has no effect. */
  function compareMappings(
    { theirs, ours }: { readonly theirs: JsonObject; readonly ours: JsonObject },
    sent: readonly JsonObject[],
    counter: Counter,
    what: 'mappings' | 'simulated' = 'mappings',
  ): boolean {
    const [effect] = [
      [theirs, ours],
      [ours, theirs],
    ].flatMap(([from = {}, to = {}]) =>
      classifyChanges(planMappingUpdate(from, to, target), []).filter(
        ({ impact }) => !['none', 'refused'].includes(impact),
      ),
    );
    const difference =
      effect === undefined
        ? null
        : {
            account: `${what}: ${effect.impact}: ${effect.text}\n  engine ${shown(valueAt(theirs, effect.at))}, sandbox ${shown(valueAt(ours, effect.at))}\n  ${formatJson(theirs)}`,
            sent,
            place: placeAt(effect.at, ours, theirs),
            marks: [...levelsIn(theirs, ours, effect.at), ...notationsAt(effect.at, sent)],
          };
    compare('the sandbox answers as the engine does', target, difference, counter);
    return difference === null;
  }

  function compareAnswers(
    what: string,
    { theirs, ours }: { readonly theirs: JsonValue; readonly ours: JsonValue },
    counter: Counter,
  ): void {
    const difference = deepEqual(theirs, ours)
      ? null
      : { account: `${what}: engine ${formatJson(theirs)}\n  sandbox ${formatJson(ours)}`, sent: [] };
    compare('the sandbox answers as the engine does', target, difference, counter);
  }

  async function compareTemplates(sandbox: ClusterGateway, value: SandboxCase, counter: Counter): Promise<void> {
    const { component, template } = value;
    const name = engines.newName();
    const path = ['_component_template', name];
    const put: ClusterCall = { method: 'PUT', path, body: formatJson({ template: component }) };
    try {
      if ((await both(sandbox, put, mappingsIn(component), counter)) === null) return;
      const { index, body } = simulationOf(name, { composed_of: [name], template });
      const answers = await both(
        sandbox,
        {
          method: 'POST',
          path: ['_index_template', '_simulate_index', index],
          body: formatJson(body),
          isReading: true,
        },
        [component, template].flatMap(mappingsIn),
        counter,
      );
      if (answers === null) return;
      const part = (answer: JsonValue, member: string): JsonObject => {
        const found = valueAt(answer, `/template/${member}`);
        return isObject(found) ? found : {};
      };
      const told = (member: string) => ({ theirs: part(answers.theirs, member), ours: part(answers.ours, member) });
      compareMappings(told('mappings'), [component, template].flatMap(mappingsIn), counter, 'simulated');
      compareAnswers('simulated aliases', told('aliases'), counter);
    } finally {
      await ask(engines.cluster, { method: 'DELETE', path });
    }
  }

  return {
    name: 'sandbox',
    values: () =>
      jsonCases((random: Random): SandboxCase => {
        const whole = made.mappings(random);
        const mappings = random.below(3) === 0 ? made.damaged(whole, random) : whole;
        const { components, template } = templatePartsFrom(random, target);
        const { lifecycle: _, ...part } = template;
        const { lifecycle: __, ...component } = components[0] ?? {};
        const { aliases } = template;
        return {
          mappings,
          wanted: made.edited(mappings, random),
          aliases: isObject(aliases) ? aliases : {},
          component,
          template: part,
        };
      }, isWhole),
    async holds(value, counter) {
      const sandbox = engines.sandbox();
      try {
        await compareIndex(sandbox, value as SandboxCase, counter);
        await compareTemplates(sandbox, value as SandboxCase, counter);
      } finally {
        sandbox.close();
      }
    },
    coverage: { outcome: ['taken', 'refused'] },
  };
}

const shown = (value: JsonValue | undefined) => (value === undefined ? 'nothing' : formatJson(value).slice(0, 200));

const refusalIn = (reply: Reply) => (reply.isTaken ? null : reply.reason);

/** The mark `two notations` if one of the parts has the field of this place in both. */
function notationsAt(at: Pointer, parts: readonly JsonObject[]): readonly Mark[] {
  const path = parsePointer(at)
    .filter((_, index) => index % 2 === 1)
    .join('.');
  const isIn = (both: string) => path === both || path.startsWith(`${both}.`);
  return pathsInBoth(parts).some(isIn) ? ['two notations'] : [];
}

function mappingsIn({ mappings }: JsonObject): readonly JsonObject[] {
  return isObject(mappings) ? [mappings] : [];
}

/** Aliases under names that belong to the index: cases run beside each other. */
function renamed(aliases: JsonObject, index: string): JsonObject {
  return Object.fromEntries(Object.entries(aliases).map(([alias, options]) => [`${index}-${alias}`, options]));
}

function isWhole(value: JsonValue): boolean {
  return (
    isObject(value) &&
    ['mappings', 'wanted', 'aliases', 'component', 'template'].every((name) => isObject(value[name] ?? null))
  );
}
