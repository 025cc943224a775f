import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { apiQueryClient } from '../platform/api-provider.tsx';
import { ROUTES } from '../platform/route-table.ts';
import { appRouter } from './router.tsx';

/** The router at an address, with a server that never responds. */
function routerAt(address: string) {
  const requests: string[] = [];
  const router = appRouter({ history: createMemoryHistory({ initialEntries: [address] }) });
  const http = {
    send: ({ path, query }: { readonly path: string; readonly query?: Readonly<Record<string, string>> }) => {
      requests.push([path.split('/').slice(3).join('/'), query?.['cluster']].filter(Boolean).join(' '));
      return new Promise<never>(() => undefined);
    },
  };
  router.update({ ...router.options, context: { server: { http, queries: apiQueryClient() } } });
  return { router, requests };
}

describe('loaders', () => {
  it('start reading for the cluster of the address, and navigation does not wait', async () => {
    const { router, requests } = routerAt(`${ROUTES.templates}?cluster=b`);
    await router.load();
    expect(requests).toEqual(['index_templates b']);
  });

  it('read nothing for a link that is pointed at', async () => {
    const { router, requests } = routerAt(ROUTES.shortcuts);
    await router.load();
    await router.preloadRoute({ to: ROUTES.templates });
    expect(requests).toEqual([]);
    router.history.push(ROUTES.templates);
    await router.load();
    expect(requests).toEqual(['index_templates']);
  });

  it('read nothing again when only the search changes', async () => {
    const { router, requests } = routerAt(ROUTES.usage);
    await router.load();
    router.history.push(`${ROUTES.usage}?cluster=b`);
    await router.load();
    expect(requests).toEqual(['usage']);
  });
});
