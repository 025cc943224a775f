import { errorText } from '#domain/json';

/** Errors that caused each other are followed this far. */
const MOST_CAUSES = 5;

/** What is known of an error, for whoever is to mend it: what was thrown and where, what caused it, the page, its build and the browser. */
export function errorReport(error: unknown): string {
  const build = document.querySelector<HTMLMetaElement>('meta[name="mapledger-build"]')?.content;
  return [
    ...causesOf(error).map((each, depth) => `${depth === 0 ? '' : 'Caused by '}${describeError(each)}`),
    `Page: ${window.location.pathname}${window.location.search}`,
    ...(build === undefined ? [] : [`Build: ${build}`]),
    `Browser: ${navigator.userAgent}`,
  ].join('\n');
}

function causesOf(error: unknown): readonly unknown[] {
  const causes = [error];
  let last: unknown = error;
  while (last instanceof Error && last.cause !== undefined && causes.length <= MOST_CAUSES) {
    last = last.cause;
    causes.push(last);
  }
  return causes;
}

function describeError(error: unknown): string {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : errorText(error);
  const stack = error instanceof Error ? error.stack : undefined;
  if (stack === undefined) return said;
  // Chromium begins the stack with the message, others don't.
  return stack.includes(said) ? stack : `${said}\n${stack}`;
}
