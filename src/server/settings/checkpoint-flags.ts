import { resolve } from 'node:path';
import type { PublishSettings } from '../proof/publish.ts';
import { SettingsError } from './cluster-settings.ts';

export interface CheckpointSettings extends PublishSettings {
  /** Minutes between two checkpoints; 0 for none on a timer. */
  readonly checkpointMinutes: number;
  /** The trail and the key are right, whatever checkpoints of this server say against them. */
  readonly acceptsTrail: boolean;
}

export const CHECKPOINT_OPTIONS = {
  'checkpoint-minutes': { type: 'string' },
  'checkpoint-file': { type: 'string' },
  'checkpoint-url': { type: 'string' },
  'accept-trail': { type: 'boolean' },
} as const;

const USUAL_MINUTES = '60';
const MAX_MINUTES = 7 * 24 * 60;

type Values = { readonly [Name in Exclude<keyof typeof CHECKPOINT_OPTIONS, 'accept-trail'>]?: string } & {
  readonly 'accept-trail'?: boolean;
};

/** How often checkpoints are signed, and where they are published. @throws SettingsError */
export function readCheckpointFlags(
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
): CheckpointSettings {
  const minutes = values['checkpoint-minutes'] ?? (env['MAPLEDGER_CHECKPOINT_MINUTES'] || USUAL_MINUTES);
  const file = values['checkpoint-file'] ?? env['MAPLEDGER_CHECKPOINT_FILE'];
  const url = values['checkpoint-url'] ?? env['MAPLEDGER_CHECKPOINT_URL'];
  if (!/^\d{1,5}$/.test(minutes) || Number(minutes) > MAX_MINUTES)
    throw new SettingsError(`--checkpoint-minutes is a number from 0 to ${MAX_MINUTES}, not "${minutes}".`);
  // The URL is never repeated: it may hold a token.
  if (url && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    throw new SettingsError('--checkpoint-url is not a URL that begins with http:// or https://.');
  return {
    checkpointMinutes: Number(minutes),
    acceptsTrail: values['accept-trail'] === true,
    ...(file && { checkpointFile: resolve(file) }),
    ...(url && { checkpointUrl: url }),
  };
}
