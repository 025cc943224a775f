import type { IndexDocument } from './documents.ts';
import { EngineError } from './engine-error.ts';

/** What a call does with an index, as far as a block can stop it. */
export type BlockedAccess = 'read' | 'write' | 'metadata_read' | 'metadata_write' | 'delete';

interface Block {
  readonly setting: string;
  readonly status: 'FORBIDDEN' | 'TOO_MANY_REQUESTS';
  readonly id: number;
  readonly description: string;
  readonly stops: readonly BlockedAccess[];
}

const BLOCKS: readonly Block[] = [
  {
    setting: 'index.blocks.read_only',
    status: 'FORBIDDEN',
    id: 5,
    description: 'index read-only (api)',
    stops: ['write', 'metadata_write', 'delete'],
  },
  {
    setting: 'index.blocks.read',
    status: 'FORBIDDEN',
    id: 7,
    description: 'index read (api)',
    stops: ['read'],
  },
  {
    setting: 'index.blocks.write',
    status: 'FORBIDDEN',
    id: 8,
    description: 'index write (api)',
    stops: ['write'],
  },
  {
    setting: 'index.blocks.metadata',
    status: 'FORBIDDEN',
    id: 9,
    description: 'index metadata (api)',
    stops: ['metadata_read', 'metadata_write', 'delete'],
  },
  {
    setting: 'index.blocks.read_only_allow_delete',
    status: 'TOO_MANY_REQUESTS',
    id: 12,
    description: 'disk usage exceeded flood-stage watermark, index has read-only-allow-delete block',
    stops: ['write', 'metadata_write'],
  },
];

/** The settings that lift a block which would refuse every other change of settings. */
const LIFTING = ['index.blocks.read_only', 'index.blocks.metadata', 'index.blocks.read_only_allow_delete'];

/** @throws EngineError where a block of one of the indices stops the call */
export function checkBlocks(indices: readonly IndexDocument[], access: BlockedAccess): void {
  const found = indices.flatMap((index) => {
    const blocks = BLOCKS.filter(({ setting, stops }) => index.settings[setting] === 'true' && stops.includes(access));
    return blocks.length === 0 ? [] : [{ index, blocks }];
  });
  if (found.length === 0) return;
  const words = found.map(
    ({ index, blocks }) =>
      `index [${index.name}] blocked by: [${blocks.map(({ status, id, description }) => `${status}/${id}/${description}`).join(', ')}];`,
  );
  const isForbidden = found.some(({ blocks }) => blocks.some(({ status }) => status === 'FORBIDDEN'));
  throw new EngineError(isForbidden ? 403 : 429, 'cluster_block_exception', words.join(''));
}

/** An update of settings gets through a block only where it is about nothing else. */
export function liftsBlock(settings: readonly string[]): boolean {
  return settings.length === 1 && LIFTING.includes(settings[0] as string);
}
