import { createContext, use, useMemo, type ReactNode } from 'react';
import { DEFAULT_MAX_DEPTH } from '../../machines/session-state.ts';
import type { DocsAddresses } from './docs-addresses.ts';

/** What the host of the console can set. */
export interface ConsoleConfig {
  /** The deepest mappings that the editor shows as a tree, 20 by default. */
  readonly maxDepth: number;
  /**
   * The address of an engine's documentation, unless another one is set on this device; the public one where absent.
   */
  readonly docsAddresses: DocsAddresses;
  /**
   * Whether the host has an editor for lifecycle policies, at its place in the management area.
   */
  readonly hasPolicyEditor: boolean;
  /** Whether newcomers are offered a tour. */
  readonly hasTour: boolean;
  /** The prefix of the console's base route in every address, such as `/app`; empty by default. */
  readonly basePath: string;
  /**
   * What this console's data in the browser are called: two consoles of one origin that have different servers need two
   * names. `mapledger` where absent.
   */
  readonly storageName?: string;
}

const DEFAULT_CONFIG: ConsoleConfig = {
  maxDepth: DEFAULT_MAX_DEPTH,
  docsAddresses: {},
  hasPolicyEditor: false,
  hasTour: true,
  basePath: '',
};

const ConfigContext = createContext<ConsoleConfig | null>(null);

/** Provides the configuration of the host to screens, with defaults for the rest. */
export function ConfigProvider({
  config = {},
  children,
}: {
  readonly config?: Partial<ConsoleConfig> | undefined;
  readonly children: ReactNode;
}) {
  const value = useMemo(() => ({ ...DEFAULT_CONFIG, ...config }), [config]);
  return <ConfigContext value={value}>{children}</ConfigContext>;
}

export function useConfig(): ConsoleConfig {
  const config = use(ConfigContext);
  if (config === null) throw new Error('useConfig must be used within a <ConfigProvider />');
  return config;
}
