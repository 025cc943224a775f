import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import Type, { type TObject } from 'typebox';
import { ErrorBodySchema } from '#domain/console';
import type { RouteContract } from '#domain/wire';

/** Where the description of the API lies. */
export const OPENAPI_PATH = '/api/openapi.json';

const CLUSTER_QUERY = Type.Object({
  cluster: Type.Optional(
    Type.String({ description: 'Id of a cluster of the configuration; the first where it is absent.' }),
  ),
});
const CHANGE_HEADER = Type.Object({
  'x-mapledger': Type.Literal('1', { description: 'What a page of another origin can not send.' }),
});

const ERRORS: Readonly<Record<string, string>> = {
  400: 'The request is invalid; attributes.issues names the places. Or the cluster refused it; attributes has its reason.',
  401: 'The cluster asks for credentials, or does not take those that it was given.',
  403: 'The server is read-only, the request lacks our header, or the cluster forbids it.',
  404: 'There is no such cluster or no such thing on it.',
  '4XX': 'Refused; message says why.',
  '5XX': 'The server or the cluster failed; attributes.cause names the fault where it is the cluster’s.',
};

/** Collects the routes that are registered from now on, and describes them as OpenAPI 3.1 at {@link OPENAPI_PATH}. */
export async function addOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mapledger',
        version,
        description: 'The API of the console, made of the contracts that the server and its web client share.',
      },
    },
  });
  app.get(OPENAPI_PATH, { config: { writes: false }, schema: { hide: true } }, () => app.swagger());
}

/** What is said of a route: its own parts, and what they have in common. */
export function describeRoute(
  id: string,
  { group, summary, params, query, body, answer: response, usesCluster, method, writes }: RouteContract,
): FastifySchema {
  const parameters = withCluster(query, usesCluster);
  return {
    ...{ 'x-writes': writes },
    operationId: id,
    tags: [group],
    summary,
    ...(params !== undefined && { params }),
    ...(parameters !== undefined && { querystring: parameters }),
    ...(method !== 'GET' && { headers: CHANGE_HEADER }),
    ...(body !== undefined && { body }),
    response: {
      200: described(response, 'What was asked'),
      ...Object.fromEntries(Object.entries(ERRORS).map(([status, text]) => [status, described(ErrorBodySchema, text)])),
    },
  };
}

function withCluster(query: TObject | undefined, usesCluster: boolean): TObject | undefined {
  if (!usesCluster) return query;
  return Type.Object({ ...query?.properties, ...CLUSTER_QUERY.properties });
}

function described(schema: object, description: string): object {
  return { ...schema, description };
}
