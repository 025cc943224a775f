import { expect, it } from 'vitest';
import type { HttpRequest } from '#domain/ports';
import { BODY_LIMITS } from '#domain/wire';
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
