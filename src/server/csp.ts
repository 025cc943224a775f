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
    // A worker has the policy of its script file, and files are sent without one.
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
