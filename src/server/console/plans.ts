import { isObject, member, objectMember } from '#domain/json';
import { throttleWords } from '#domain/plan';
import type { RouteAnswer, RouteInput } from '#domain/wire';
import { did, textIn, worded, type WordsOf } from './action-words.ts';
import type { ActionFacet, ActionRouteId, ConsoleContext, FacetsOf, HandlersOf } from './context.ts';
import { done } from './outcomes.ts';

export type PlanView = RouteAnswer<'plans.get'>;
export type PlanProposal = RouteInput<'plans.create'>['body'];

/** What carries plans out. Each call is for the cluster of its context, with the credentials of whoever calls. */
export interface PlanService {
  list(context: ConsoleContext): Promise<RouteAnswer<'plans.list'>['plans']>;
  /** @throws RequestError 404 */
  get(id: string, context: ConsoleContext): Promise<PlanView>;
  /** @throws RequestError where there is no such plan to make */
  propose(proposal: PlanProposal, context: ConsoleContext): Promise<PlanView>;
  /**
   * Begins, goes on, ends or undoes a plan; resolves when that is written down, not when it is over.
   * @throws RequestError 409 where its state forbids it
   */
  act(id: string, action: PlanAction, context: ConsoleContext): Promise<PlanView>;
  /**
   * Changes the throttle of the reindex of a plan, which the plan keeps; null removes it. A reindex that has ended is
   * left as it is.
   * @throws RequestError 409 where the plan has none that was begun
   */
  throttle(id: string, docsPerSecond: number | null, context: ConsoleContext): Promise<RouteAnswer<'plans.throttle'>>;
}

export type PlanAction = 'approve' | 'resume' | 'cancel' | 'undo';

function planFacet(words: WordsOf): ActionFacet<Extract<PlanRoute, ActionRouteId>> {
  return {
    // Whether the plan has changed, which is all that these do themselves.
    outcome: done,
    words,
    sendsActions: true,
    lookUp: () => Promise.resolve({ found: 'unknown', note: 'The plan shows how far it got.' }),
  };
}

/** Says what a proposal is to do. */
function proposed({ names: [name = ''], body }: Parameters<WordsOf>[0]): ReturnType<WordsOf> {
  const part = (kind: string) => (isObject(body) ? objectMember(body, kind) : undefined);
  const resize = part('resize');
  const newIndex = textIn(part('replaceIndex') ?? resize, 'newIndex');
  const what =
    part('rollover') !== undefined
      ? `roll over ${name}`
      : resize !== undefined
        ? `${textIn(resize, 'method')} ${name} to ${newIndex}`
        : part('replaceIndex') !== undefined
          ? `replace ${name} with ${newIndex}`
          : `write templates of ${name}`;
  return worded(['Propose', 'Proposed'], `plan to ${what}`);
}

/** Says how fast a reindex is to be. */
function throttled({ names: [name = ''], body }: Parameters<WordsOf>[0]): ReturnType<WordsOf> {
  const limit = isObject(body) ? member(body, 'docsPerSecond') : undefined;
  const words = limit === undefined ? '' : `: ${throttleWords(typeof limit === 'number' ? limit : null)}`;
  return worded(['Change', 'Changed'], `reindex throttle of plan ${name}${words}`);
}

export const planFacets: FacetsOf<PlanRoute> = {
  'plans.create': planFacet(proposed),
  'plans.approve': planFacet(did(['Approve', 'Approved'], 'plan')),
  'plans.throttle': {
    outcome: done,
    words: throttled,
    lookUp: () => Promise.resolve({ found: 'unknown', note: 'The plan shows its throttle.' }),
  },
  'plans.resume': planFacet(did(['Resume', 'Resumed'], 'plan')),
  'plans.cancel': planFacet(did(['Cancel', 'Cancelled'], 'plan')),
  'plans.undo': planFacet(did(['Undo', 'Undid'], 'plan')),
};

type PlanRoute = 'plans.list' | 'plans.get' | 'plans.create' | 'plans.throttle' | `plans.${PlanAction}`;

export function planHandlers(plans: PlanService): HandlersOf<PlanRoute> {
  return {
    'plans.list': async (_input, context) => ({ plans: [...(await plans.list(context))] }),
    'plans.get': ({ params: { name } }, context) => plans.get(name, context),
    'plans.create': ({ body }, context) => plans.propose(body, context),
    'plans.approve': ({ params: { name } }, context) => plans.act(name, 'approve', context),
    'plans.throttle': ({ params: { name }, body }, context) => plans.throttle(name, body.docsPerSecond, context),
    'plans.resume': ({ params: { name } }, context) => plans.act(name, 'resume', context),
    'plans.cancel': ({ params: { name } }, context) => plans.act(name, 'cancel', context),
    'plans.undo': ({ params: { name } }, context) => plans.act(name, 'undo', context),
  };
}
