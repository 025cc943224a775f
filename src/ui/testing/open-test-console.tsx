import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { render } from 'vitest-browser-react';
import '../theme/tokens.css';
import '../theme/base.css';
import { DRAFTS_STREAM, type EventStore } from '../../domain/index.ts';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { memorySessionTrace } from '../../infra/memory-session-trace.ts';
import { ulidSource } from '../../infra/ulid-source.ts';
import { openDocument } from '../../machines/document-session.ts';
import { ActionsProvider } from '../actions/use-actions.tsx';
import { APP_BASE } from '../app/app-base.ts';
import { appRouter } from '../app/router.tsx';
import { ServicesContext, type Services } from '../app/services.ts';

const author = { id: 'ada', name: 'Ada', verified: false };

export interface TestConsole {
  readonly services: Services;
  readonly router: ReturnType<typeof appRouter>;
}

/** Services on a store in memory; the same store again is the same device after a reload. */
export async function testServices(store: EventStore = memoryEventStore()): Promise<Services> {
  const ports = { store, author, ids: ulidSource(), clock: { now: () => '2026-11-21T03:10:08.123Z' } };
  const drafts = await openDocument(ports, { stream: DRAFTS_STREAM, startWith: {} });
  return { ...ports, trace: memorySessionTrace(), drafts };
}

/** Renders the console as it is at an address below the base, `/drafts` say. */
export async function openTestConsole(path: string, given?: Services): Promise<TestConsole> {
  const services = given ?? (await testServices());
  const router = appRouter({ history: createMemoryHistory({ initialEntries: [`${APP_BASE}${path}`] }) });
  await render(
    <StrictMode>
      <ServicesContext value={services}>
        <ActionsProvider>
          <RouterProvider router={router} />
        </ActionsProvider>
      </ServicesContext>
    </StrictMode>,
  );
  return { services, router };
}
