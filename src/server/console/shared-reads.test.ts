import { describe, expect, it } from 'vitest';
import { ClusterError, type CancelSignal, type ClusterGateway } from '#domain/ports';
import { consoleOver, recordedCluster } from '../../../tests/builders/recording-gateway.ts';
import type { HandledRouteId, OpenCluster } from './context.ts';

const ANSWER = '{"acknowledged":true,"logs":{"mappings":{}},"other":{"mappings":{}}}';

/** A cluster whose responses the test releases one by one. */
function heldCluster() {
  const held: { readonly answer: () => void; readonly signal: CancelSignal | undefined }[] = [];
  const gateway: ClusterGateway = {
    send: ({ signal }) =>
      new Promise((resolve, reject) => {
        const request = { method: 'GET', path: '/' };
        signal?.addEventListener('abort', () => reject(new ClusterError('cancelled', 'Cancelled.', { request })));
        held.push({ answer: () => resolve({ status: 200, body: ANSWER }), signal });
      }),
  };
  return { held, cluster: { ...recordedCluster(), gateway } };
}

function over(cluster: OpenCluster) {
  const { dispatch } = consoleOver(cluster);
  return (id: HandledRouteId, name: string, asked = cluster, signal: CancelSignal = new AbortController().signal) =>
    dispatch({
      id,
      params: { name },
      ...(id === 'mapping.update' && { body: {} }),
      requestId: 'r',
      openCluster: () => asked,
      signal,
    });
}

/** Resolves when the calls that were started have reached the cluster. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('callers that ask the same at the same time', () => {
  it('share one reading, and its value', async () => {
    const { held, cluster } = heldCluster();
    const call = over(cluster);
    const both = Promise.all([call('mapping.get', 'logs'), call('mapping.get', 'logs')]);
    const other = call('mapping.get', 'other');
    await settled();
    expect(held).toHaveLength(2);
    held.forEach(({ answer }) => answer());
    const [first, second] = await both;
    expect(first).toEqual(second);
    await other;
    // Once it is answered, the next one asks anew.
    void call('mapping.get', 'logs');
    await settled();
    expect(held.length).toBeGreaterThan(2);
  });

  it('with other credentials share nothing', async () => {
    const { held, cluster } = heldCluster();
    const call = over(cluster);
    void call('mapping.get', 'logs');
    void call('mapping.get', 'logs', { ...cluster, user: 'grace' });
    await settled();
    expect(held).toHaveLength(2);
  });

  it('see what was changed before they asked', async () => {
    const { held, cluster } = heldCluster();
    const call = over(cluster);
    void call('mapping.get', 'logs');
    await settled();
    void call('mapping.update', 'logs');
    await settled();
    const before = held.length;
    void call('mapping.get', 'logs');
    await settled();
    expect(held).toHaveLength(before + 1);
    // The change is answered; what is read from now on is not what was read while it was made.
    held.slice(1, before).forEach(({ answer }) => answer());
    await settled();
    // The update itself, and what is read to compare it.
    for (let round = 0; round < 2; round++) {
      held.slice(before + 1).forEach(({ answer }) => answer());
      await settled();
    }
    const after = held.length;
    void call('mapping.get', 'logs');
    await settled();
    expect(held).toHaveLength(after + 1);
  });

  it('lose nothing by one who goes; when all have gone, the reading ends', async () => {
    const { held, cluster } = heldCluster();
    const call = over(cluster);
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [first, second].map(({ signal }) => call('mapping.get', 'logs', cluster, signal));
    await settled();
    first.abort();
    expect(held[0]?.signal?.aborted).toBe(false);
    second.abort();
    expect(held[0]?.signal?.aborted).toBe(true);
    // Nobody joins what was cancelled.
    void call('mapping.get', 'logs');
    await settled();
    expect(held).toHaveLength(2);
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([499, 499]);
  });
});
