// Before the components, whose own rules then come after and take precedence.
import '../kit/theme/tokens.css';
import '../kit/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ConsoleConfig } from '../platform/config.tsx';
import { DEFAULT_STORAGE_NAME, nameConsoleStorage } from '../platform/console-storage.ts';
import { KEEPING_ROUTES } from '../platform/route-table.ts';
import { apiQueryClient } from '../platform/api-provider.tsx';
import { appRouter } from '../shell/router.tsx';
import { Startup } from '../shell/startup.tsx';
import type { HostServices } from '../platform/host.ts';
import { connectNotifications } from '../kit/toast.tsx';
import { startTheme } from '../platform/theme.ts';
import { openConsole } from './open-console.ts';
import { rowsShown } from './rows-shown.ts';

/** The class of elements that the base rules apply to. */
const SCOPE = 'mapledger';

/** How long the static frame of the page waits for the first screen, in ms; then the console shows what it opens. */
const FIRST_SCREEN_MS = 1_000;

/** Shows the console, and returns a function that restores the page. Pending changes are saved first. */
export function showConsole(element: HTMLElement, host: HostServices, config: Partial<ConsoleConfig>): () => void {
  const { title } = document;
  const storageName = config.storageName ?? DEFAULT_STORAGE_NAME;
  nameConsoleStorage(storageName);
  const hadScope = element.classList.contains(SCOPE);
  element.classList.add(SCOPE);
  const stopTheme = startTheme();
  const disconnect = host.notifications === undefined ? undefined : connectNotifications(host.notifications);
  const queries = apiQueryClient();
  const router = appRouter({
    ...(config.basePath !== undefined && { basepath: config.basePath }),
    // The first screen is loaded, code and data, while the storage opens.
    context: { server: { http: host.http, queries } },
  });
  const firstScreen = Promise.race([router.load(), after(FIRST_SCREEN_MS)]).catch(() => undefined);
  const keeps = () => router.state.matches.some(({ routeId }) => KEEPING_ROUTES.has(routeId));
  // The rows of a list do not wait for the storage, and its code would compete with them.
  const source = openConsole(
    host,
    firstScreen.then(() => (keeps() ? undefined : rowsShown(queries))),
    storageName,
  );
  const root = createRoot(element);
  let isWanted = true;
  const render = () => {
    if (isWanted)
      root.render(
        <StrictMode>
          <Startup source={source} config={config} router={router} queries={queries} />
        </StrictMode>,
      );
  };
  if (element.querySelector('[data-first-frame]') === null) render();
  else void firstScreen.then(render);
  return () => {
    isWanted = false;
    root.unmount();
    disconnect?.();
    stopTheme();
    source.close();
    if (!hadScope) element.classList.remove(SCOPE);
    document.title = title;
  };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
