import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '#domain/ports';
import { BODY_LIMITS, ROUTES, type RouteContract, type RouteId } from '#domain/wire';
import { ApiError, consoleApi, isOutcomeUnknown } from './console-api.ts';

it('sends nothing that the server would refuse for its size, and says what it holds and the limit', async () => {
  const sent: HttpRequest[] = [];
  const api = consoleApi(
    {
      async send(request) {
        sent.push(request);
        return { status: 200, headers: {}, body: '{"acknowledged":true}' };
      },
    },
    null,
  );
  const fieldsOf = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, { type: 'keyword' }]));
  const update = (count: number) =>
    api.call('mapping.update', { params: { name: 'logs' }, body: { properties: fieldsOf(count) } });
  await update(1_000);
  expect(sent).toHaveLength(1);
  const refused: unknown = await update(BODY_LIMITS.document.maxKeys ?? 0).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({
    statusCode: 413,
    message: 'This request has 200,001 keys, and the limit is 100,000. Nothing was sent.',
  });
  expect(isOutcomeUnknown(refused as ApiError)).toBe(false);
  expect(sent).toHaveLength(1);
});

/** Bodies that our server never sends. A list may have any items. */
const NONSENSE = [
  '',
  '"x"',
  'null',
  '7',
  '{}',
  '[]',
  '{"statusCode":',
  '<!doctype html><title>Sign in</title>',
] as const;

describe('a response with status 200 that makes no sense', () => {
  const answering = (body: string) => consoleApi({ send: () => Promise.resolve({ status: 200, body }) }, null);
  const cases = Object.entries<RouteContract>(ROUTES).flatMap(([id, { answer }]) =>
    NONSENSE.filter((body) => !isSense(answer, body)).map((body) => ({ id: id as RouteId, body })),
  );

  it.each(cases)('$id: $body is said to be unexpected', async ({ id, body }) => {
    const thrown: unknown = await answering(body)
      .call(id, {})
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toMatchObject({ message: expect.stringMatching(/^Unexpected response \(status 200\)/) });
    // The request may have been carried out.
    expect(isOutcomeUnknown(thrown as ApiError)).toBe(true);
  });
});

/** An empty list or object is valid for a schema that requires nothing in it. */
function isSense(schema: TSchema, body: string): boolean {
  return (body === '[]' || body === '{}') && Check(schema, JSON.parse(body));
}
