import { docsUrl, type DocsPages, type TargetEngine } from '#domain/catalogue';
import { useConfig } from './config.tsx';
import { useDocsAddresses } from './docs-addresses.ts';

/** Gives the address of a page for an engine as the settings say, or else the host, or null where that engine's documentation has no such page. */
export function useDocsUrl(): (docs: DocsPages | undefined, target: TargetEngine) => string | null {
  const { docsAddresses } = useConfig();
  const addresses = useDocsAddresses();
  return (docs, target) => docsUrl(docs, target, addresses[target.distribution] ?? docsAddresses[target.distribution]);
}
