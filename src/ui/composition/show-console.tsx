// Before the components, whose own rules then come after and hold.
import '../kit/theme/tokens.css';
import '../kit/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { ConsoleConfig } from '../platform/config.tsx';
import { Startup } from '../shell/startup.tsx';
import type { HostServices } from '../platform/host.ts';
import { connectNotifications } from '../kit/toast.tsx';
import { startTheme } from '../platform/theme.ts';
import { openConsole } from './open-services.ts';

/** The base rules hold for what has it. */
const SCOPE = 'mapledger';

/** Shows the console, and returns what leaves the page as it was. What is being saved is saved to its end first. */
export function showConsole(element: HTMLElement, host: HostServices, config: Partial<ConsoleConfig>): () => void {
  const { title } = document;
  const hadScope = element.classList.contains(SCOPE);
  element.classList.add(SCOPE);
  const stopTheme = startTheme();
  const disconnect = host.notifications === undefined ? undefined : connectNotifications(host.notifications);
  const source = openConsole(host);
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <Startup source={source} config={config} />
    </StrictMode>,
  );
  return () => {
    root.unmount();
    disconnect?.();
    stopTheme();
    source.close();
    if (!hadScope) element.classList.remove(SCOPE);
    document.title = title;
  };
}
