import { parseJson } from '#domain/json';
import { describe, expect, it, vi } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import type { HttpAnswer, HttpRequest } from '#domain/ports';
import { httpTrailService } from './http-trail-service.ts';

const ADA = { id: 'ada', name: 'Ada', verified: false };

function serviceWith(answer: HttpAnswer | Error) {
  const requests: HttpRequest[] = [];
  const http = {
    send: (request: HttpRequest) => {
      requests.push(request);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  return { requests, service: httpTrailService(http, () => ADA) };
}

const answerOf = (status: number, body: object): HttpAnswer => ({ status, body: JSON.stringify(body) });

describe('the trail over HTTP', () => {
  it('sends events with whom they are for', async () => {
    const { events } = given(undefined).after('document.create', {
      body: parseJson('{"big":9007199254740993,"share":1.0}'),
    });
    const recorded = { outcome: 'recorded', version: 1, records: [], names: [] };
    const { service, requests } = serviceWith(answerOf(200, recorded));
    expect(await service.append('draft/a', 0, events)).toEqual(recorded);
    expect(requests).toMatchObject([{ method: 'POST', path: '/api/index_management/trail/append' }]);
    expect(requests[0]?.body).toContain('"stream":"draft/a","after":0,"events":[{');
    expect(requests[0]?.body).toContain('"big":9007199254740993,"share":1.0');
    expect(requests[0]?.body).toContain('"author":"ada"}');
  });

  it('waits for changes from a cursor on', async () => {
    const answer = { cursor: '2.1', streams: [], clusters: [], isReadOnly: false };
    const { service, requests } = serviceWith(answerOf(200, answer));
    await service.changes(null, 0);
    await service.changes('2.1', 25);
    expect(requests.map(({ query }) => query)).toEqual([
      undefined,
      { author: 'ada', wait: '0' },
      { author: 'ada', wait: '25', cursor: '2.1', records: 'true' },
    ]);
  });

  it('follows changes where answers come before they have ended', async () => {
    vi.useFakeTimers();
    const { signal } = new AbortController();
    const requests: HttpRequest[] = [];
    /** Sends lines, and resolves with the rest of the answer where that ends. */
    let answers: (request: HttpRequest) => Promise<HttpAnswer>;
    const http = {
      hasLines: true as const,
      send: (request: HttpRequest) => {
        requests.push(request);
        return answers(request);
      },
    };
    const { follow } = httpTrailService(http, () => ADA);
    const seen: unknown[] = [];
    const followed = () => follow?.('2.1', (changes) => seen.push(changes), signal);
    const line = (version: number) => JSON.stringify({ cursor: `${version}.1`, streams: [{ stream: 'a', version }] });
    const never = ({ signal: given }: HttpRequest) =>
      new Promise<HttpAnswer>((_, reject) =>
        given?.addEventListener('abort', () => reject(new Error('It was aborted'))),
      );

    answers = async ({ onLine }) => {
      onLine?.(line(3));
      onLine?.(line(4));
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      return { status: 200, body: '' };
    };
    const whole = followed();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await whole).toBe('ended');
    expect(seen).toEqual([JSON.parse(line(3)), JSON.parse(line(4))]);
    expect(requests[0]).toMatchObject({
      query: { author: 'ada', cursor: '2.1', wait: '0', records: 'true' },
      headers: { accept: 'application/x-ndjson' },
    });

    answers = never;
    const silent = followed();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await silent).toBe('impossible');

    answers = (request) => {
      request.onLine?.(line(5));
      return never(request);
    };
    const lost = followed();
    await vi.advanceTimersByTimeAsync(45_000);
    expect(await lost).toBe('ended');

    // Cut off at once, each time.
    answers = ({ onLine }) => {
      onLine?.(line(6));
      return Promise.resolve({ status: 200, body: '' });
    };
    expect([await followed(), await followed(), await followed()]).toEqual(['ended', 'ended', 'impossible']);

    answers = () => Promise.resolve(answerOf(503, { message: 'Too many.' }));
    await expect(followed()).rejects.toMatchObject({ fault: 'failed' });
    answers = ({ onLine }) => {
      onLine?.('<html>');
      return Promise.resolve({ status: 200, body: '' });
    };
    await expect(followed()).rejects.toMatchObject({ fault: 'absent' });
    vi.useRealTimers();
  });

  it('is absent on a read-only server', async () => {
    const { service, requests } = serviceWith(answerOf(200, { clusters: [], isReadOnly: true }));
    await expect(service.changes(null, 0)).rejects.toMatchObject({ fault: 'absent' });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['signed_out', answerOf(401, { message: 'Sign in.' })],
    ['forbidden', answerOf(403, { message: 'No.' })],
    ['unproved', answerOf(403, { message: 'Not you.', attributes: { proof: 'missing' } })],
    ['signed_out', answerOf(401, { message: 'Sign in.', attributes: { proof: 'missing' } })],
    ['read_only', answerOf(403, { message: 'Read-only.', attributes: { readOnly: true } })],
    ['absent', answerOf(404, { message: 'Not found: GET /trail/changes.' })],
    ['absent', { status: 200, body: '<!doctype html>' }],
    ['erased', answerOf(410, { message: 'This log was erased.' })],
    ['too_large', answerOf(413, { message: 'Too large.' })],
    ['refused', answerOf(400, { message: 'Invalid request.' })],
    ['failed', answerOf(500, { message: 'Oops.' })],
    ['failed', { status: 502, body: 'Bad gateway' }],
    ['offline', new TypeError('Failed to fetch')],
  ] as const)('is %s where the answer says so', async (fault, answer) => {
    const { service } = serviceWith(answer);
    await expect(service.read('draft/a', 0)).rejects.toMatchObject({ name: 'TrailError', fault });
  });
});
