import { showToast } from './toast.tsx';

/** Longest text that is shown where it can't be copied, in characters. */
const SHOWN_LENGTH = 4_000;

/**
 * Copies a text to the clipboard and reports it: `done` is the message, such as "Copied as curl". Where the browser
 * refuses, the text is shown, unless it is long.
 */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: 'success', title: done });
  } catch {
    showToast({
      kind: 'danger',
      title: 'Couldn’t copy to the clipboard',
      ...(text.length <= SHOWN_LENGTH && { text }),
    });
  }
}
