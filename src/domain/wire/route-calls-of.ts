import { IsArray, IsObject, IsUnion, type TSchema } from 'typebox';
import { isRecordSchema } from '../json/schemas.ts';
import { bodyKindOf } from './body-limits.ts';
import type { RouteContract } from './contract.ts';
import type { RouteCall } from './route-calls.ts';
import { ROUTES } from './routes.ts';

/** How a route is called, by its contract. */
export function routeCallOf(contract: RouteContract): RouteCall {
  const { method, path, writes, usesCluster, answer } = contract;
  return { method, path, writes, usesCluster, answers: shapeOf(answer), takes: bodyKindOf(contract) };
}

/**
 * The source of `route-calls.generated.ts`. The web client loads the calls of routes before it paints anything, and the
 * contracts bring the schema library, twenty times as much code.
 */
export function routeCallsSource(): string {
  const rows = Object.entries<RouteContract>(ROUTES).map(([id, contract]) => {
    const { method, path, writes, usesCluster, answers, takes } = routeCallOf(contract);
    return `'${id}': ${JSON.stringify([method, path, writes, usesCluster, answers, takes])},`;
  });
  return `// Written from the contracts by \`npm run routes\`. Do not edit.
export const ROUTE_CALLS = {
${rows.join('\n')}
} as const;
`;
}

function shapeOf(answer: TSchema): string {
  if (isRecordSchema(answer)) return 'object';
  if (IsArray(answer)) return 'array';
  if (IsUnion(answer)) {
    const [first = [], ...others] = answer.anyOf.map(requiredIn);
    return first.find((name) => others.every((names) => names.includes(name))) ?? 'object';
  }
  const containers = requiredIn(answer).flatMap((name) => {
    const member = IsObject(answer) ? answer.properties[name] : undefined;
    return IsArray(member) ? `${name}[]` : IsObject(member) || isRecordSchema(member) ? `${name}{}` : [];
  });
  return containers.length > 0 ? containers.join(' ') : (requiredIn(answer)[0] ?? 'object');
}

function requiredIn(schema: TSchema): readonly string[] {
  const { required = [] }: { readonly required?: readonly string[] } = IsObject(schema) ? schema : {};
  return required;
}
