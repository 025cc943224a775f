import { afterEach, expect, it } from 'vitest';
import type { HttpAnswer, HttpRequest } from '#domain/ports';
import { REASON_HEADER } from '#domain/wire';
import { setWorkReason, withReason, workReasons } from './work-reason.ts';

afterEach(() => setWorkReason(''));

const REQUIRED = '{"statusCode":428,"error":"","message":"","attributes":{"reasonRequired":true}}';

function server(isRequired = false) {
  const seen: HttpRequest[] = [];
  const http = withReason({
    async send(request): Promise<HttpAnswer> {
      seen.push(request);
      const isMissing = isRequired && request.method !== 'GET' && request.headers?.[REASON_HEADER] === undefined;
      return isMissing ? { status: 428, body: REQUIRED } : { status: 200, body: '{}' };
    },
  });
  return { seen, http };
}

it('sends what was said with every change, and nothing with what reads', async () => {
  const { seen, http } = server();
  await http.send({ method: 'POST', path: '/a' });
  setWorkReason(' OPS-1: größer ');
  await http.send({ method: 'POST', path: '/b', headers: { other: 'x' } });
  await http.send({ method: 'GET', path: '/c' });
  expect(seen.map(({ headers }) => headers)).toEqual([
    undefined,
    { other: 'x', [REASON_HEADER]: encodeURIComponent('OPS-1: größer') },
    undefined,
  ]);
});

it('asks once for all changes that wait where the server requires a reason, and sends them then', async () => {
  const { seen, http } = server(true);
  const both = Promise.all([http.send({ method: 'POST', path: '/a' }), http.send({ method: 'DELETE', path: '/b' })]);
  await expect.poll(() => seen.length).toBe(2);
  await expect.poll(() => workReasons.asked.getSnapshot()).not.toBeNull();
  workReasons.asked.getSnapshot()?.answer('OPS-2');
  expect((await both).map(({ status }) => status)).toEqual([200, 200]);
  expect(workReasons.asked.getSnapshot()).toBeNull();
  expect(seen.slice(2).map(({ headers }) => headers?.[REASON_HEADER])).toEqual(['OPS-2', 'OPS-2']);
});

it('gives the refusal back where nobody says a reason, and asks again the next time', async () => {
  const { http } = server(true);
  for (const said of [null, '  ']) {
    const waiting = http.send({ method: 'POST', path: '/a' });
    await expect.poll(() => workReasons.asked.getSnapshot()).not.toBeNull();
    workReasons.asked.getSnapshot()?.answer(said);
    expect((await waiting).status).toBe(428);
  }
});
