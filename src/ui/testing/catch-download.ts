import { onTestFinished } from 'vitest';

/** What is given to the browser to keep; the download itself is the browser's own matter. */
export interface CaughtDownload {
  /** Of the last file; undefined while there is none. */
  readonly name: () => string | undefined;
  readonly text: () => Promise<string>;
}

/** Catches files that are saved until the end of the test. */
export function catchDownload(): CaughtDownload {
  let last: { readonly name: string; readonly text: Promise<string> } | null = null;
  const take = (event: MouseEvent) => {
    const link = event.target;
    if (!(link instanceof HTMLAnchorElement) || link.download === '') return;
    event.preventDefault();
    last = { name: link.download, text: fetch(link.href).then((response) => response.text()) };
  };
  // A link that is not in the document bubbles nowhere: it is caught where it is clicked. Links inherit the method that this one hides.
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    this.addEventListener('click', take, { once: true });
    HTMLElement.prototype.click.call(this);
  };
  onTestFinished(() => {
    Reflect.deleteProperty(HTMLAnchorElement.prototype, 'click');
  });
  return { name: () => last?.name, text: () => last?.text ?? Promise.reject(new Error('Nothing was saved.')) };
}
