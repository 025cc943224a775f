import type { Lifecycle, Policy } from '#domain/console';
import { attachPolicyCall, detachPolicyCall, retryStepCall, type WriteCall } from '#domain/index-operations';
import { formatJson, isObject, member, objectMember, type JsonObject, type JsonValue, stringsIn } from '#domain/json';
import { did, textIn, worded } from './action-words.ts';
import { asString, hasFeature, objectsIn, read, requireFeature, write } from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf } from './context.ts';
import { RequestError } from './errors.ts';
import { exactIndex } from './exact-names.ts';
import { target, templateTarget } from './names.ts';
import { acknowledged } from './outcomes.ts';
import { readObject } from './read-object.ts';

type LifecycleRouteId =
  | 'lifecycle.policies'
  | 'lifecycle.get'
  | 'lifecycle.retry'
  | 'lifecycle.attach'
  | 'lifecycle.detach';

const ISM = ['_plugins', '_ism'];
/** Phases of an ILM policy in the order in which an index goes through them. */
const PHASES = ['hot', 'warm', 'cold', 'frozen', 'delete'];
/** As many ISM policies as are asked for at once; there is no list without a number. */
const MAX_ISM_POLICIES = 1_000;

/** Lifecycle policies of indices: ILM on Elasticsearch, ISM on OpenSearch. */
export const lifecycles: HandlersOf<LifecycleRouteId> = {
  'lifecycle.policies': async (_, context) => ((await usesIsm(context)) ? ismPolicies(context) : ilmPolicies(context)),

  'lifecycle.get': async ({ params: { name } }, context) =>
    (await usesIsm(context)) ? ismLifecycle(context, target(name)) : ilmLifecycle(context, target(name)),

  'lifecycle.retry': async ({ params: { name } }, context) => {
    const isIsm = await usesIsm(context);
    const index = await exactIndex(context, name);
    return isIsm ? ismChange(context, retryStepCall('ism', index)) : write(context, retryStepCall('ilm', index));
  },

  'lifecycle.attach': async ({ params: { name }, body: { policy } }, context) => {
    const isIsm = await usesIsm(context);
    const index = await exactIndex(context, name);
    const wanted = templateTarget(policy);
    // Engines take a name that no policy has, and fail later.
    const policies = isIsm ? await ismPolicies(context) : await ilmPolicies(context);
    if (!policies.some((each) => each.name === wanted))
      throw new RequestError(404, `Lifecycle policy "${wanted}" does not exist.`, { policy: wanted });
    if (!isIsm) return write(context, attachPolicyCall('ilm', index, wanted));
    const { policy: current } = await ismLifecycle(context, index);
    return ismChange(context, attachPolicyCall('ism', index, wanted, current));
  },

  'lifecycle.detach': async ({ params: { name } }, context) => {
    const isIsm = await usesIsm(context);
    const index = await exactIndex(context, name);
    if (isIsm) return ismChange(context, detachPolicyCall('ism', index));
    const response = await readObject(context.cluster.gateway, detachPolicyCall('ilm', index));
    const failed = stringsIn(member(response, 'failed_indexes'));
    if (failed.length > 0 || member(response, 'has_failures') === true)
      throw new RequestError(502, `The policy was not removed from "${index}".`, { index });
    return { acknowledged: true };
  },
};

export const lifecycleFacets: FacetsOf<LifecycleRouteId> = {
  'lifecycle.retry': { outcome: acknowledged, words: did(['Retry', 'Retried'], 'lifecycle step of') },
  'lifecycle.attach': {
    outcome: acknowledged,
    words: ({ names: [name = ''], body }) =>
      worded(['Attach', 'Attached'], `lifecycle policy ${textIn(body, 'policy')} to ${name}`),
  },
  'lifecycle.detach': { outcome: acknowledged, words: did(['Detach', 'Detached'], 'lifecycle policy from') },
};

/** @throws RequestError with the reason where the cluster has neither */
async function usesIsm(context: ConsoleContext): Promise<boolean> {
  if (await hasFeature(context, 'ism')) return true;
  const { engine } = await context.cluster.capabilities();
  await requireFeature(context, engine.distribution === 'opensearch' ? 'ism' : 'ilm');
  return false;
}

async function ilmPolicies(context: ConsoleContext): Promise<Policy[]> {
  const response = await read(context, ['_ilm', 'policy']);
  return Object.entries(response).map(([name, value]): Policy => {
    const entry = isObject(value) ? value : {};
    const body = objectMember(entry, 'policy') ?? {};
    const phases = Object.keys(objectMember(body, 'phases') ?? {});
    const used = objectMember(entry, 'in_use_by');
    const version = member(entry, 'version');
    const modified = asString(member(entry, 'modified_date'));
    return {
      name,
      ...(typeof version === 'number' && { version }),
      ...(modified !== undefined && { modified }),
      phases: phases.sort((a, b) => PHASES.indexOf(a) - PHASES.indexOf(b)),
      ...(used !== undefined && {
        usedBy: {
          dataStreams: [...stringsIn(member(used, 'data_streams'))],
          indices: [...stringsIn(member(used, 'indices'))],
          templates: [...stringsIn(member(used, 'composable_templates'))],
        },
      }),
      body,
    };
  });
}

async function ilmLifecycle(context: ConsoleContext, index: string): Promise<Lifecycle> {
  const response = await read(context, [index, '_ilm', 'explain']);
  const entry = objectMember(objectMember(response, 'indices') ?? {}, index);
  if (entry === undefined) throw new RequestError(404, `Index "${index}" does not exist.`, { name: index });
  if (member(entry, 'managed') !== true) return { hasFailed: false };
  const step = asString(member(entry, 'step'));
  const info = objectMember(entry, 'step_info');
  const failedStep = asString(member(entry, 'failed_step'));
  return lifecycleOf({
    policy: member(entry, 'policy'),
    phase: member(entry, 'phase'),
    action: member(entry, 'action'),
    step,
    since: member(entry, 'step_time_millis'),
    age: member(entry, 'age'),
    failedStep,
    message: info && (member(info, 'reason') ?? member(info, 'message') ?? formatJson(info)),
    hasFailed: step === 'ERROR' || failedStep !== undefined,
  });
}

async function ismPolicies(context: ConsoleContext): Promise<Policy[]> {
  const response = await read(context, [...ISM, 'policies'], { size: MAX_ISM_POLICIES });
  return objectsIn(member(response, 'policies')).map((entry): Policy => {
    const body = objectMember(entry, 'policy') ?? {};
    const version = member(entry, '_seq_no');
    const modified = member(body, 'last_updated_time');
    const description = asString(member(body, 'description'));
    return {
      name: asString(member(entry, '_id')) ?? '',
      ...(typeof version === 'number' && { version }),
      ...(typeof modified === 'number' && { modified: new Date(modified).toISOString() }),
      ...(description !== undefined && { description }),
      phases: objectsIn(member(body, 'states')).flatMap((state) => asString(member(state, 'name')) ?? []),
      body,
    };
  });
}

async function ismLifecycle(context: ConsoleContext, index: string): Promise<Lifecycle> {
  const entry = objectMember(await read(context, [...ISM, 'explain', index]), index) ?? {};
  const policy =
    asString(member(entry, 'policy_id')) ?? asString(member(entry, 'index.plugins.index_state_management.policy_id'));
  if (policy === undefined) return { hasFailed: false };
  const part = (name: string): JsonObject => objectMember(entry, name) ?? {};
  const info = objectMember(entry, 'info');
  const isFailed = member(part('action'), 'failed') === true || member(part('retry_info'), 'failed') === true;
  return lifecycleOf({
    policy,
    phase: member(part('state'), 'name'),
    action: member(part('action'), 'name'),
    step: member(part('step'), 'name'),
    since: member(part('step'), 'start_time') ?? member(part('action'), 'start_time'),
    age: undefined,
    failedStep: isFailed ? member(part('step'), 'name') : undefined,
    message: info && (member(info, 'cause') ?? member(info, 'message') ?? formatJson(info)),
    hasFailed: isFailed,
  });
}

type Found = { readonly [Key in keyof Lifecycle]-?: JsonValue | undefined };

function lifecycleOf({ since, hasFailed, ...texts }: Found): Lifecycle {
  const found = Object.entries(texts).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : []));
  return {
    ...(Object.fromEntries(found) as Partial<Lifecycle>),
    ...(typeof since === 'number' && { since }),
    hasFailed: hasFailed === true,
  };
}

/** What ISM answers 200 to, although it may have done nothing: the failures stand in the response. */
async function ismChange(context: ConsoleContext, call: WriteCall): Promise<{ acknowledged: boolean }> {
  const response = await readObject(context.cluster.gateway, call);
  const [failure] = objectsIn(member(response, 'failed_indices'));
  if (member(response, 'failures') === true || failure !== undefined)
    throw new RequestError(
      409,
      `Nothing was changed: ${asString(member(failure ?? {}, 'reason')) ?? 'ISM refused it'}.`,
      {
        reason: asString(member(failure ?? {}, 'reason')) ?? null,
      },
    );
  return { acknowledged: true };
}
