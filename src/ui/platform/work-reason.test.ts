import { expect, it } from 'vitest';
import type { HttpAnswer, HttpRequest } from '#domain/ports';
import { REASON_HEADER } from '#domain/wire';
import { askedReason, lastReason, withReason } from './work-reason.ts';

const REQUIRED = '{"statusCode":428,"error":"","message":"","attributes":{"reasonRequired":true}}';

function server() {
  const seen: HttpRequest[] = [];
  const http = withReason({
    async send(request): Promise<HttpAnswer> {
      seen.push(request);
      const isMissing = request.method !== 'GET' && request.headers?.[REASON_HEADER] === undefined;
      return isMissing ? { status: 428, body: REQUIRED } : { status: 200, body: '{}' };
    },
  });
  return { seen, http };
}

it('asks once for all changes that wait where the server requires a reason, and sends them then', async () => {
  const { seen, http } = server();
  const both = Promise.all([
    http.send({ method: 'POST', path: '/a', headers: { other: 'x' } }),
    http.send({ method: 'DELETE', path: '/b' }),
  ]);
  await expect.poll(() => seen.length).toBe(2);
  await expect.poll(() => askedReason.getSnapshot()).not.toBeNull();
  askedReason.getSnapshot()?.answer(' OPS-2: größer ');
  expect((await both).map(({ status }) => status)).toEqual([200, 200]);
  expect(askedReason.getSnapshot()).toBeNull();
  const reason = { [REASON_HEADER]: encodeURIComponent('OPS-2: größer') };
  expect(seen.slice(2).map(({ headers }) => headers)).toEqual([{ other: 'x', ...reason }, reason]);
});

it('sends the reason of one change with no other one', async () => {
  const { seen, http } = server();
  const first = http.send({ method: 'POST', path: '/a' });
  await expect.poll(() => askedReason.getSnapshot()).not.toBeNull();
  askedReason.getSnapshot()?.answer('OPS-2');
  await first;
  lastReason.set('OPS-2');
  void http.send({ method: 'POST', path: '/b' });
  expect(seen.at(-1)).toEqual({ method: 'POST', path: '/b' });
  await expect.poll(() => askedReason.getSnapshot()).not.toBeNull();
  askedReason.getSnapshot()?.answer(null);
});

it('gives the refusal back where nobody says a reason, and asks again the next time', async () => {
  const { http } = server();
  for (const said of [null, '  ']) {
    const waiting = http.send({ method: 'POST', path: '/a' });
    await expect.poll(() => askedReason.getSnapshot()).not.toBeNull();
    askedReason.getSnapshot()?.answer(said);
    expect((await waiting).status).toBe(428);
  }
});
