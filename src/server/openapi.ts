import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import Type, { type TObject } from 'typebox';
import { ErrorBodySchema } from '#domain/console';
import { CHANGES_HEADER, CHANGES_IN_BODY, LINES_TYPE, MAX_LISTED_LENGTH, type RouteContract } from '#domain/wire';

/** Where the description of the API lies. */
export const OPENAPI_PATH = '/api/openapi.json';

const CLUSTER_QUERY = Type.Object({
  cluster: Type.Optional(Type.String({ description: 'ID of a configured cluster. Default: the first one.' })),
});
const ONLY_QUERY = Type.Object({
  only: Type.Optional(
    Type.String({
      description: 'Names and patterns of indices or data streams, separated by commas. Default: all.',
      maxLength: MAX_LISTED_LENGTH,
    }),
  ),
});
const CHANGE_HEADER = Type.Object({
  'x-mapledger': Type.Literal('1', { description: 'Required for changes. Pages of other origins can’t send it.' }),
});

const CHANGES = Type.Object({
  ...CHANGE_HEADER.properties,
  [CHANGES_HEADER]: Type.Optional(
    Type.Literal(CHANGES_IN_BODY, {
      description:
        'The body is {"document": …, "changes": {"stream": …, "events": […]}}: the document, and the IDs of the events of a stream that it was made of.',
    }),
  ),
});

const FOLLOWED = `Success. With accept: ${LINES_TYPE} the answers go on over one connection, one in a line; one without news comes at least every 15 seconds.`;

const ERRORS: Readonly<Record<string, string>> = {
  400: 'Invalid request (see attributes.issues), or refused by the cluster (see attributes.reason).',
  401: 'The cluster requires credentials or rejected them.',
  403: 'The server is read-only, the x-mapledger header is missing, or the cluster denied access.',
  404: 'The cluster or the requested resource does not exist.',
  '4XX': 'The request was refused. See message.',
  '5XX': 'The server or the cluster failed. attributes.cause is set if the cluster did.',
};

/** Collects the routes that are registered from now on, and describes them as OpenAPI 3.1 at {@link OPENAPI_PATH}. */
export async function addOpenApi(app: FastifyInstance, version: string, basePath = ''): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mapledger',
        version,
        description: 'The HTTP API of Mapledger.',
      },
      ...(basePath !== '' && { servers: [{ url: basePath }] }),
    },
  });
  app.get(OPENAPI_PATH, { config: { writes: false }, schema: { hide: true } }, () => app.swagger());
}

/** The schema of a route: its own parts, and those that all routes share. */
export function describeRoute(id: string, contract: RouteContract): FastifySchema {
  const { group, summary, params, body, answer: response, method, writes, takesChanges } = contract;
  const parameters = withCommon(contract);
  return {
    ...{ 'x-writes': writes },
    operationId: id,
    tags: [group],
    summary,
    ...(params !== undefined && { params }),
    ...(parameters !== undefined && { querystring: parameters }),
    ...(method !== 'GET' && { headers: takesChanges === true ? CHANGES : CHANGE_HEADER }),
    ...(body !== undefined && { body }),
    response: {
      200: described(response, contract.isFollowed === true ? FOLLOWED : 'Success'),
      ...Object.fromEntries(Object.entries(ERRORS).map(([status, text]) => [status, described(ErrorBodySchema, text)])),
    },
  };
}

function withCommon({ query, usesCluster, isNarrowed }: RouteContract): TObject | undefined {
  if (!usesCluster) return query;
  const only = isNarrowed === true ? ONLY_QUERY.properties : {};
  return Type.Object({ ...query?.properties, ...only, ...CLUSTER_QUERY.properties });
}

function described(schema: object, description: string): object {
  return { ...schema, description };
}
