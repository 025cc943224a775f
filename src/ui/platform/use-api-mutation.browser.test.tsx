import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import type { HttpService } from '#domain/ports';
import { testServer } from '../testing/test-http.ts';
import { ApiContext, apiQueryClient } from './api-provider.tsx';
import { consoleApi } from './console-api.ts';
import { useApiMutation } from './use-api-mutation.ts';
import { useApiQuery } from './use-api-query.ts';

/** A server with the index `logs`, the requests that it received, and a way to hold back some of its responses. */
async function serverWithLogs() {
  const server = testServer();
  await server.ask('PUT', ['logs']);
  const requests: string[] = [];
  const held: (() => void)[] = [];
  let isHolding = false;
  const http: HttpService = {
    async send(request) {
      requests.push(
        `${request.method} ${request.path.split('/').slice(3).join('/')} ${request.query?.['cluster'] ?? ''}`.trim(),
      );
      if (isHolding && request.method !== 'GET') await new Promise<void>((go) => held.push(go));
      // There is only one cluster, whatever its name.
      const { cluster: _, ...query } = request.query ?? {};
      return server.http.send({ ...request, query });
    },
  };
  return {
    http,
    requests,
    hold: () => (isHolding = true),
    release: () => held.splice(0).forEach((go) => go()),
  };
}

type Server = Awaited<ReturnType<typeof serverWithLogs>>;

interface Props {
  readonly clusterId?: string | null;
  readonly onSuccess?: () => void;
}

/** The aliases and the settings of `logs`, and the mutation that changes its aliases. */
async function open({ http }: Server, first: Props = {}) {
  const queries = apiQueryClient();
  let props: Props = first;
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <ApiContext value={{ api: consoleApi(http, props.clusterId ?? null), clusterId: props.clusterId ?? null }}>
        {children}
      </ApiContext>
    </QueryClientProvider>
  );
  const opened = await renderHook(
    () => ({
      aliases: useApiQuery('aliases.get', { params: { name: 'logs' } }),
      settings: useApiQuery('settings.get', { params: { name: 'logs' } }),
      update: useApiMutation('aliases.update', {
        invalidates: ['aliases.get'],
        ...(props.onSuccess && { onSuccess: props.onSuccess }),
      }),
    }),
    { wrapper },
  );
  await expect
    .poll(() => [opened.result.current.aliases.isSuccess, opened.result.current.settings.isSuccess])
    .toEqual([true, true]);
  return {
    ...opened,
    queries,
    async become(next: Props) {
      props = next;
      await opened.rerender();
    },
  };
}

const ADD = { params: { name: 'logs' }, body: { actions: [{ add: { alias: 'all' } }] } };

describe('useApiMutation', () => {
  it('is pending until the response comes, and refetches only what it invalidates', async () => {
    const server = await serverWithLogs();
    const { result, act } = await open(server);
    const before = server.requests.length;
    server.hold();
    await act(() => result.current.update.mutate(ADD));
    await expect.poll(() => result.current.update.isPending).toBe(true);
    server.release();
    await expect.poll(() => result.current.update.isSuccess).toBe(true);
    await expect.poll(() => result.current.aliases.data?.aliases).toEqual({ all: {} });
    expect(server.requests.slice(before)).toEqual(['PUT aliases/logs', 'GET aliases/logs']);
  });

  it('has the error of a refusal, is not tried again, and refetches all the same', async () => {
    const server = await serverWithLogs();
    const { result, act } = await open(server);
    const before = server.requests.length;
    await act(() => result.current.update.mutate({ ...ADD, params: { name: 'absent' } }));
    await expect.poll(() => result.current.update.error?.name).toBe('ApiError');
    expect(result.current.update.error?.statusCode).toBe(404);
    await expect.poll(() => server.requests.length - before).toBe(2);
    await act(() => result.current.update.reset());
    await expect.poll(() => result.current.update.error).toBeNull();
  });

  it('is reset by another cluster, and invalidates for the one that the call went to', async () => {
    const server = await serverWithLogs();
    const { result, act, become, queries } = await open(server, { clusterId: 'a' });
    server.hold();
    await act(() => result.current.update.mutate(ADD));
    await expect.poll(() => result.current.update.isPending).toBe(true);
    await become({ clusterId: 'b' });
    await expect.poll(() => result.current.update.isPending).toBe(false);
    await expect.poll(() => result.current.aliases.isSuccess).toBe(true);
    server.release();
    const stateOf = (clusterId: string) =>
      queries.getQueryState([clusterId, 'aliases.get', { params: { name: 'logs' } }]);
    await expect.poll(() => stateOf('a')?.isInvalidated).toBe(true);
    expect(stateOf('b')?.isInvalidated).toBe(false);
    expect(result.current.update.isSuccess).toBe(false);
  });

  it('says a success that comes after the screen is left', async () => {
    const server = await serverWithLogs();
    const heard: string[] = [];
    const { result, act, unmount } = await open(server, { onSuccess: () => heard.push('done') });
    server.hold();
    await act(() => result.current.update.mutate(ADD));
    await expect.poll(() => result.current.update.isPending).toBe(true);
    await unmount();
    server.release();
    await expect.poll(() => heard).toEqual(['done']);
  });
});
