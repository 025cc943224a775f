import { expect, it, onTestFinished, vi } from 'vitest';
import type { HttpRequest } from '#domain/ports';
import { firstRequestOf, withEarlyRequest } from './early-request.ts';

const at = (pathname: string, search = '', basePath = '') => firstRequestOf({ pathname, search }, basePath);
const LIST: HttpRequest = { method: 'GET', path: '/api/index_management/indices' };

it('knows what the list of indices asks for, and no other screen', () => {
  const base = '/management/data/index_management';
  for (const path of [base, `${base}/`, `${base}/indices`, `${base}/indices/`]) expect(at(path)).toEqual(LIST);
  expect(at(`${base}/indices`, '?filter=a&cluster=prod%202')).toEqual({ ...LIST, query: { cluster: 'prod 2' } });
  for (const path of [`${base}/indices/a`, `${base}/templates`, '/', '/indices']) expect(at(path)).toBeNull();
  expect(at(`/ops${base}/indices`, '', '/ops')).toEqual(LIST);
  for (const path of [`${base}/indices`, `/ops${base}/aliases`]) expect(at(path, '', '/ops')).toBeNull();
});

it('is not sent where the lists of that cluster are narrowed: it would ask for all', () => {
  const stored = new Map([['mapledger.listed/prod', 'logs-*']]);
  vi.stubGlobal('window', { localStorage: { getItem: (key: string) => stored.get(key) ?? null } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const list = '/management/data/index_management/indices';
  expect(at(list)).toEqual(LIST);
  expect(at(list, '?cluster=other')).not.toBeNull();
  expect(at(list, '?cluster=prod')).toBeNull();
});

it('gives its answer once, to who asks the same', async () => {
  const sent: HttpRequest[] = [];
  const http = {
    hasLines: true as const,
    send(request: HttpRequest) {
      sent.push(request);
      return Promise.resolve({ status: 200, body: String(sent.length) });
    },
  };
  const early = withEarlyRequest(http, LIST);
  expect(early.hasLines).toBe(true);
  expect(sent).toEqual([LIST]);
  const body = async (request: HttpRequest) => (await early.send(request)).body;
  expect(await body({ ...LIST, query: { cluster: 'b' } })).toBe('2');
  expect(await body({ ...LIST, method: 'POST' })).toBe('3');
  expect(await body({ ...LIST, query: { other: 'b' } })).toBe('4');
  expect(await body(LIST)).toBe('1');
  expect(await body(LIST)).toBe('5');
});

it('rejects to who asks, and to nobody else', async () => {
  const early = withEarlyRequest({ send: () => Promise.reject(new Error('It is away.')) }, LIST);
  await new Promise((resolve) => setTimeout(resolve));
  await expect(early.send(LIST)).rejects.toThrow('It is away.');
  expect(withEarlyRequest({ send: () => Promise.reject(new Error('It is away.')) }, null)).toBeDefined();
});
