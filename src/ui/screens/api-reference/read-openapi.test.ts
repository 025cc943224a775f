import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleOver, recordedCluster } from '../../../../tests/builders/recording-gateway.ts';
import { parseJson } from '#domain/json';
import { API_BASE, ROUTES } from '#domain/wire';
import { HANDLED_ROUTES } from '../../../server/api.ts';
import { appWithClient, testHost } from '../../../server/test-client.ts';
import { findRoutes, readOpenApi, routeAsCurl, type ApiRoute, schemaText } from './read-openapi.ts';

let routes: readonly ApiRoute[] = [];
let dispose: () => Promise<void>;
beforeAll(async () => {
  const cluster = recordedCluster();
  const server = await appWithClient({ api: { dispatch: consoleOver(cluster).dispatch, openCluster: () => cluster } });
  dispose = server.dispose;
  const { body } = await server.app.inject({ method: 'GET', url: '/api/openapi.json', headers: { host: testHost } });
  routes = readOpenApi(parseJson(body));
});
afterAll(() => dispose());

describe('the page of the API', () => {
  it('has every route that the server describes, as the contract says', () => {
    for (const id of HANDLED_ROUTES) {
      const { method, path, group, summary, writes } = ROUTES[id];
      const documented = `${API_BASE}${path.replace(/:(\w+)/g, '{$1}')}`;
      expect(routes.find((route) => route.id === id)).toMatchObject({
        method,
        path: documented,
        group,
        summary,
        writes,
      });
    }
  });

  it('says what a route takes, answers and refuses', () => {
    const route = routes.find(({ id }) => id === 'indices.forcemerge');
    expect(route?.body).toBe('{\n  indices: string[]\n  maxNumSegments?: integer\n}');
    expect(route?.parameters).toEqual([
      {
        name: 'cluster',
        where: 'query',
        type: 'string',
        isRequired: false,
        description: expect.stringContaining('ID of a configured cluster') as unknown,
      },
    ]);
    expect(route?.answers[0]?.body).toContain('outcome: "done" | "failed" | "unknown" | "not_sent"');
    expect(route?.errors.map(({ status }) => status)).toContain('403');
    expect(routes.find(({ id }) => id === 'settings.get')?.parameters).toContainEqual({
      name: 'name',
      where: 'path',
      type: 'string',
      isRequired: true,
    });
  });

  it('finds routes by all words, anywhere', () => {
    expect(findRoutes(routes, 'put setting').map(({ id }) => id)).toEqual(['settings.update']);
    expect(findRoutes(routes, '  ')).toEqual(routes);
    expect(findRoutes(routes, 'no such route')).toEqual([]);
  });

  it('copies a call with our header where one is needed', () => {
    const curl = (id: string) =>
      routes.filter((route) => route.id === id).map((route) => routeAsCurl(route, 'http://localhost:7300'));
    expect(curl('indices.list')).toEqual([`curl -X GET 'http://localhost:7300/api/index_management/indices'`]);
    expect(curl('indices.close')[0]).toContain(`-H 'x-mapledger: 1'`);
    expect(curl('indices.close')[0]).toContain(`-d '{}'`);
  });

  it('reads nothing from what is no such document', () => {
    for (const value of [null, [], 7, {}, { paths: [] }, { paths: { '/a': 3, '/b': { get: null } } }])
      expect(readOpenApi(value)).toEqual([]);
    expect(readOpenApi({ paths: { '/a': { get: {} } } })[0]).toEqual({
      id: 'get /a',
      group: 'Other',
      method: 'GET',
      path: '/a',
      summary: '',
      writes: null,
      parameters: [],
      answers: [],
      errors: [],
    });
  });

  it('writes schemas as types', () => {
    expect(schemaText({ type: 'array', items: { anyOf: [{ type: 'string' }, { const: 3 }] } })).toBe('(string | 3)[]');
    expect(schemaText({ type: 'object', patternProperties: { '^.*$': { type: 'number' } } })).toBe(
      '{\n  [name]: number\n}',
    );
    expect(
      schemaText({ type: 'object', properties: { 'a b': {}, __proto__: { type: 'string' } }, required: ['a b'] }),
    ).toContain('"a b": any');
    expect(schemaText(undefined)).toBe('any');
  });
});
