/** The time that a repeated request of a style sheet may take, in ms. */
const REQUEST_MS = 10_000;

/**
 * The repeated requests that are running, by address: all callers that need a style sheet wait for the same request.
 */
const requests = new Map<string, Promise<void>>();
/** Style sheets that a timeout has removed from the page; they are still needed. */
const removed = new Map<string, HTMLLinkElement>();

/**
 * Requests again each of the console's style sheets that the page has as a link without rules, and resolves when all
 * are loaded. A module is imported successfully without its styles: Vite requests each style sheet once, and the
 * browser never requests it again by itself.
 * @throws Error where one of them could not be loaded
 */
export async function loadStyleSheets(): Promise<void> {
  if (typeof document === 'undefined') return;
  const links = new Map(removed);
  for (const link of ownLinks()) if (!hasRules(link)) links.set(link.href, link);
  // A failed link stays beside the link that has replaced it.
  for (const link of ownLinks()) if (hasRules(link)) links.delete(link.href);
  await Promise.all([...links.values()].map(requestOnce));
}

/** Ends the wait for style sheets that never arrive: their links get an error event. */
export function giveUpStyleSheets(): void {
  if (typeof document === 'undefined') return;
  for (const link of ownLinks()) if (!hasRules(link)) link.dispatchEvent(new Event('error'));
}

/** The links of the console's build: the page of a host has other links, which are left alone. */
function ownLinks(): HTMLLinkElement[] {
  const folder = new URL('.', import.meta.url).href;
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  return [...links].filter(({ href }) => href.startsWith(folder));
}

/** A server error, or a page instead of the style sheet, results in an empty style sheet in Chromium. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  return sheet !== null && sheet.cssRules.length > 0;
}

function requestOnce(link: HTMLLinkElement): Promise<void> {
  const { href } = link;
  const request = requests.get(href) ?? requestAnew(link).finally(() => requests.delete(href));
  requests.set(href, request);
  return request;
}

function requestAnew(failed: HTMLLinkElement): Promise<void> {
  const link = failed.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    const fail = () => {
      clearTimeout(timeout);
      reject(new Error(`The style sheet ${new URL(link.href).pathname} could not be loaded`));
    };
    const timeout = setTimeout(() => {
      // The browser joins requests for one address: while the hanging link is in the page, the next request would hang,
      // too.
      removed.set(link.href, link);
      for (const each of ownLinks()) if (each.href === link.href && !hasRules(each)) each.remove();
      fail();
    }, REQUEST_MS);
    const settle = () => {
      if (!hasRules(link)) {
        link.remove();
        fail();
        return;
      }
      clearTimeout(timeout);
      removed.delete(link.href);
      resolve();
    };
    link.addEventListener('error', settle, { once: true });
    link.addEventListener('load', settle, { once: true });
    document.head.append(link);
  });
}
