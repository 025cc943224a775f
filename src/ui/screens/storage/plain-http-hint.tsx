import { Banner } from '../../kit/banner.tsx';

interface PlainHttpHintProps {
  /** Whether others on the network can’t read what this page sends. */
  readonly isSecure?: boolean;
}

/** Explains, on a page that came over plain HTTP and not from this machine, what can’t be proved there. */
export function PlainHttpHint({ isSecure = window.isSecureContext }: PlainHttpHintProps) {
  if (isSecure) return null;
  return (
    <aside aria-label="Connection">
      <Banner kind="warning" title="This connection is not encrypted">
        Anyone who can read the network can copy the secret that proves who you are, read your private drafts and act as
        you. Ask for an https:// address.
      </Banner>
    </aside>
  );
}
