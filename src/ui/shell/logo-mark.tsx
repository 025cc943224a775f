/** The sign of the product, as in public/favicon.svg: a tree, and the ledger lines beside it. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden>
      <rect width="32" height="32" rx="7" fill="#0b5c6b" />
      <g fill="none" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M9 8v13a3 3 0 0 0 3 3h3M9 15h6" />
        <path d="M19 8h5M19 15h5M19 24h5" />
      </g>
    </svg>
  );
}
