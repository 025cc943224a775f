import { describe, expect, it } from 'vitest';
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
    const { events } = given(undefined).after('document.create', { body: { big: 9_007_199_254_740_993n } });
    const recorded = { outcome: 'recorded', version: 1, records: [], names: [] };
    const { service, requests } = serviceWith(answerOf(200, recorded));
    expect(await service.append('draft/a', 0, events)).toEqual(recorded);
    expect(requests).toMatchObject([{ method: 'POST', path: '/api/index_management/trail/append' }]);
    expect(requests[0]?.body).toContain('"stream":"draft/a","after":0,"events":[{');
    expect(requests[0]?.body).toContain('9007199254740993');
    expect(requests[0]?.body).toContain('"author":"ada"}');
  });

  it('waits for changes from a cursor on', async () => {
    const answer = { cursor: '2.1', streams: [], people: [], clusters: [], isReadOnly: false };
    const { service, requests } = serviceWith(answerOf(200, answer));
    await service.changes(null, 0);
    await service.changes('2.1', 25);
    expect(requests.map(({ query }) => query)).toEqual([
      undefined,
      { author: 'ada', wait: '0' },
      { author: 'ada', wait: '25', cursor: '2.1' },
    ]);
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
