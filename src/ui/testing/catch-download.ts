import { onTestFinished } from 'vitest';

/** A file that was given to the browser to save; the download itself is up to the browser. */
export interface CaughtDownload {
  /** Name of the last file; undefined while there is none. */
  readonly name: () => string | undefined;
  readonly text: () => Promise<string>;
}

/** Catches saved files until the end of the test. */
export function catchDownload(): CaughtDownload {
  let last: { readonly name: string; readonly text: Promise<string> } | null = null;
  const take = (event: MouseEvent) => {
    const link = event.target;
    if (!(link instanceof HTMLAnchorElement) || link.download === '') return;
    event.preventDefault();
    last = { name: link.download, text: fetch(link.href).then((response) => response.text()) };
  };
  // The click event of a link outside the document does not bubble to the document: it is caught on the link. Links
  // inherit the method that this one hides.
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    this.addEventListener('click', take, { once: true });
    HTMLElement.prototype.click.call(this);
  };
  onTestFinished(() => {
    Reflect.deleteProperty(HTMLAnchorElement.prototype, 'click');
  });
  return { name: () => last?.name, text: () => last?.text ?? Promise.reject(new Error('Nothing was saved.')) };
}
