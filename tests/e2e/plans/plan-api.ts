import { formatJson, isObject, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import type { RouteAnswer } from '#domain/wire';
import type { RunningServer } from '../servers.ts';

export type PlanView = RouteAnswer<'plans.get'>;
type Step = PlanView['plan']['steps'][number];

/** Calls the API of a server as its page does. @throws Error with what a refusal says */
export async function callApi(
  { origin }: Pick<RunningServer, 'origin'>,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: JsonValue,
): Promise<JsonObject> {
  const response = await fetch(`${origin}/api/index_management${path}`, {
    method,
    headers: { 'x-mapledger': '1', origin, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: formatJson(body) }),
  });
  const text = await response.text();
  const value = text === '' ? {} : parseJson(text);
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  return isObject(value) ? value : {};
}

export async function readPlan(server: Pick<RunningServer, 'origin'>, id: string): Promise<PlanView> {
  return (await callApi(server, 'GET', `/plans/${id}`)) as unknown as PlanView;
}

export async function actOn(
  server: Pick<RunningServer, 'origin'>,
  id: string,
  action: 'approve' | 'resume' | 'cancel' | 'undo',
): Promise<PlanView> {
  return (await callApi(server, 'POST', `/plans/${id}/${action}`)) as unknown as PlanView;
}

/** Looks at a plan until it is as wanted. */
export async function waitForPlan(
  server: Pick<RunningServer, 'origin'>,
  id: string,
  isMeant: (view: PlanView) => boolean,
  everyMs = 50,
): Promise<PlanView> {
  for (;;) {
    const view = await readPlan(server, id);
    if (isMeant(view)) return view;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** The position of the step that is under way or comes next; as many as there are where all are done. */
export function stepUnderWay({ plan }: PlanView): number {
  const at = plan.steps.findIndex(({ state }: Step) => state !== 'done');
  return at === -1 ? plan.steps.length : at;
}
