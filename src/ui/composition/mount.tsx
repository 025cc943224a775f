import type { ConsoleConfig } from '../platform/config.tsx';
import type { HostServices } from '../platform/host.ts';

/**
 * Shows the console in an element, which it fills, and returns what takes it away again. The screens are loaded now, and not with this module.
 * One console at a time: it takes the keyboard and the address of the page.
 */
export function mount(element: HTMLElement, services: HostServices, config: Partial<ConsoleConfig> = {}): () => void {
  let isWanted = true;
  let unmount: (() => void) | null = null;
  import('./show-console.tsx').then(
    ({ showConsole }) => {
      if (isWanted) unmount = showConsole(element, services, config);
    },
    (cause: unknown) => {
      if (!isWanted) return;
      element.textContent = 'Couldn’t load Mapledger. Reload the page.';
      element.setAttribute('role', 'alert');
      unmount = () => {
        element.removeAttribute('role');
        element.textContent = '';
      };
      // eslint-disable-next-line no-console -- a person is told above; why is for a developer
      console.error('Couldn’t load the console', cause);
    },
  );
  return () => {
    isWanted = false;
    unmount?.();
    unmount = null;
  };
}
