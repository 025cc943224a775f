/** Placeholder in the built page that each response replaces by its own nonce. */
export const noncePlaceholder = '__MAPLEDGER_CSP_NONCE__';

/**
 * The Content-Security-Policy of every document. Scripts come from our own files and nowhere else; a nonce, which only
 * the page has, admits the style elements that CodeMirror and React Aria create. Why:
 * docs/decisions/0001-content-security-policy.md.
 */
export function contentSecurityPolicy(nonce?: string): string {
  const styles = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "script-src-attr 'none'",
    `style-src ${styles}`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // A worker has the policy of its script file: `workerPolicy`.
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The policy of scripts, which browsers heed where one is started as a worker: it computes, and can neither connect nor
 * import. Workers read files that people keep to themselves.
 */
export const workerPolicy = "default-src 'none'";
