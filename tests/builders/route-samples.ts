import type { JsonObject, JsonValue } from '#domain/json';
import { ROUTES, type RouteContract } from '#domain/wire';
import type { HandledRouteId } from '../../src/server/console/context.ts';

/** What a route takes in its body beside names, where that is more than nothing. */
const BODIES: Partial<Record<HandledRouteId, JsonObject>> = {
  'aliases.update': { actions: [{ add: { alias: 'current' } }] },
  'data_streams.set_lifecycle': { enabled: true },
  'usage.report': { report: { reportVersion: 3 } },
};

/** How a route takes names in its body, by the member of the contract. */
const NAMES_IN_BODY: Readonly<Record<string, (name: string) => JsonValue>> = {
  indices: (name) => [name],
  indexNames: (name) => [name],
  dataStreams: (name) => [name],
  templates: (name) => [{ name }],
  name: (name) => name,
};

export const HANDLED: readonly HandledRouteId[] = (Object.keys(ROUTES) as (keyof typeof ROUTES)[]).filter(
  (id) => id !== 'session.open' && id !== 'session.close',
);

/** Input that the contract of a route takes, with one name wherever it takes names. */
export function sampleInput(
  id: HandledRouteId,
  name: string,
): { readonly params?: { readonly name: string }; readonly body?: JsonObject } {
  const { params, body }: RouteContract = ROUTES[id];
  const members: Readonly<Record<string, unknown>> =
    body !== undefined && 'properties' in body ? (body.properties as Record<string, unknown>) : {};
  const names = Object.keys(members).flatMap((key): [string, JsonValue][] => {
    const given = NAMES_IN_BODY[key];
    return given === undefined ? [] : [[key, given(name)]];
  });
  return {
    ...(params !== undefined && { params: { name } }),
    ...(body !== undefined && { body: { ...BODIES[id], ...Object.fromEntries(names) } }),
  };
}

/** Whether a call of the route says a name. */
export function takesNames(id: HandledRouteId): boolean {
  const text = JSON.stringify(sampleInput(id, '#name#'));
  return text.includes('#name#');
}
