import { docsUrl, type DocsPages, type TargetEngine } from '#domain/catalogue';
import { useConfig } from './config.tsx';
import { useDocsAddresses } from './docs-addresses.ts';

/**
 * Returns the address of a page for an engine by the settings, or else by the host; null where that engine's
 * documentation does not have the page.
 */
export function useDocsUrl(): (docs: DocsPages | undefined, target: TargetEngine) => string | null {
  const { docsAddresses } = useConfig();
  const addresses = useDocsAddresses();
  return (docs, target) => docsUrl(docs, target, addresses[target.distribution] ?? docsAddresses[target.distribution]);
}
