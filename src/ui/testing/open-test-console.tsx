import { createMemoryHistory } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { render } from 'vitest-browser-react';
import '../kit/theme/tokens.css';
import '../kit/theme/base.css';
import { ActionsProvider } from '../actions/use-actions.tsx';
import { apiQueryClient } from '../platform/api-provider.tsx';
import { APP_BASE } from '../platform/app-base.ts';
import { ConfigProvider, type ConsoleConfig } from '../platform/config.tsx';
import { ConsoleRouter } from '../shell/startup.tsx';
import { appRouter } from '../shell/router.tsx';
import { CoreContext, ServicesContext, type Services } from '../platform/services.ts';
import { testServices } from './test-services.ts';

export interface TestConsole {
  readonly services: Services;
  readonly router: ReturnType<typeof appRouter>;
}

/** A storage that does not answer. */
const NEVER_OPEN = new Promise<Services>(() => undefined);

interface OpenOptions {
  /** The storage of the browser does not open. */
  readonly isOpening?: boolean;
}

/** Renders the console as it is at an address below the base, `/drafts` say. */
export async function openTestConsole(
  path: string,
  given?: Services,
  config?: Partial<ConsoleConfig>,
  { isOpening = false }: OpenOptions = {},
): Promise<TestConsole> {
  const services = given ?? (await testServices());
  const router = appRouter({ history: createMemoryHistory({ initialEntries: [`${APP_BASE}${path}`] }) });
  // As in index.html: base.css makes it as high as the window, so that screens scroll by themselves.
  const container = document.createElement('div');
  container.id = 'root';
  container.className = 'mapledger';
  document.body.classList.add('mapledger');
  document.body.append(container);
  await render(
    <StrictMode>
      <ConfigProvider config={config}>
        <CoreContext value={services}>
          <ServicesContext value={isOpening ? NEVER_OPEN : services}>
            <ActionsProvider>
              <ConsoleRouter router={router} queries={apiQueryClient()} />
            </ActionsProvider>
          </ServicesContext>
        </CoreContext>
      </ConfigProvider>
    </StrictMode>,
    { container },
  );
  return { services, router };
}
