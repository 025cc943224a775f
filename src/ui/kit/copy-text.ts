import { showToast } from './toast.tsx';

/** Characters of a text that is shown where it can't be copied. */
const SHOWN_LENGTH = 4_000;

/** Puts a text into the clipboard and says so: `done` is "Copied as curl", say. Where the browser refuses, the text is shown, unless it is long. */
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
