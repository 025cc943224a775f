import { errorText } from '#domain/json';

/** Causes of an error are followed to this depth. */
const MOST_CAUSES = 5;

/**
 * The details of an error for its developers: the error with its stack and its causes, the page, its build and the
 * browser.
 */
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
  // Chromium begins the stack with the message, other browsers do not.
  return stack.includes(said) ? stack : `${said}\n${stack}`;
}
