import type { Feature } from '#domain/console';
import type { JsonValue } from '#domain/json';

/** An input for a setting that templates often have. */
export interface SettingInput {
  /** Without `index.` in front. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly reads: 'integer' | 'replicas' | 'time' | 'text';
  /** Shown only where the engine has it, or the template says it. */
  readonly needs?: Feature;
}

export const SETTING_INPUTS: readonly SettingInput[] = [
  {
    name: 'number_of_shards',
    label: 'Primary shards',
    description: 'Default: 1. Can’t be changed on an existing index.',
    reads: 'integer',
  },
  { name: 'number_of_replicas', label: 'Replicas', description: 'Default: 1.', reads: 'replicas' },
  {
    name: 'refresh_interval',
    label: 'Refresh interval',
    description: 'A duration such as 5s; -1 turns refreshes off.',
    reads: 'time',
  },
  { name: 'codec', label: 'Codec', description: 'Such as default or best_compression.', reads: 'text' },
  {
    name: 'mapping.total_fields.limit',
    label: 'Field limit',
    description: 'Maximum number of fields. Default: 1000.',
    reads: 'integer',
  },
  {
    name: 'lifecycle.name',
    label: 'ILM policy',
    description: 'The lifecycle policy of new indices.',
    reads: 'text',
    needs: 'ilm',
  },
  {
    name: 'lifecycle.rollover_alias',
    label: 'Rollover alias',
    description: 'The alias that ILM moves at a rollover.',
    reads: 'text',
    needs: 'ilm',
  },
];

const DURATION = /^(-1|\d+(nanos|micros|ms|s|m|h|d))$/;

/** What a text means for a setting; an empty one takes it out. */
export function readSettingInput(
  { reads }: SettingInput,
  text: string,
): { readonly value: JsonValue | undefined } | { readonly fault: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { value: undefined };
  if (reads === 'text') return { value: trimmed };
  if (reads === 'time')
    return DURATION.test(trimmed) ? { value: trimmed } : { fault: 'Enter a duration such as 5s, or -1.' };
  const least = reads === 'replicas' ? 0 : 1;
  if (!/^\d{1,9}$/.test(trimmed) || Number(trimmed) < least)
    return { fault: `Enter a whole number of at least ${least}.` };
  return { value: Number(trimmed) };
}
