import { loadChunk } from '../kit/load-chunk.ts';
import type { ConsoleConfig } from '../platform/config.tsx';
import type { HostServices } from '../platform/host.ts';

/**
 * Shows the console in an element, which it fills, and returns a function that removes it. The screens are loaded now,
 * and not with this module. One console at a time: it takes the keyboard and the address of the page.
 */
export function mount(element: HTMLElement, services: HostServices, config: Partial<ConsoleConfig> = {}): () => void {
  let isWanted = true;
  let unmount: (() => void) | null = null;
  const start = () => {
    loadChunk(() => import('./show-console.tsx')).then(
      ({ showConsole }) => {
        if (isWanted) unmount = showConsole(element, services, config);
      },
      (cause: unknown) => {
        if (!isWanted) return;
        unmount = showFailure(element, start);
        // oxlint-disable-next-line no-console -- the page shows the failure; its cause is for a developer
        console.error('Couldn’t load the console', cause);
      },
    );
  };
  start();
  return () => {
    isWanted = false;
    unmount?.();
    unmount = null;
  };
}

/** Shows that the console could not be loaded, without any of its components; returns a function that removes that. */
function showFailure(element: HTMLElement, onRetry: () => void): () => void {
  const notice = document.createElement('div');
  notice.setAttribute('role', 'alert');
  notice.className = 'mapledger-failure';
  const text = document.createElement('p');
  text.textContent =
    'Mapledger could not be loaded. Check that its server is running, then retry. Your edits are kept on this device.';
  const retry = document.createElement('button');
  retry.type = 'button';
  retry.textContent = 'Retry';
  retry.addEventListener('click', () => {
    retry.disabled = true;
    onRetry();
  });
  notice.append(text, retry);
  element.replaceChildren(notice);
  return () => notice.remove();
}
