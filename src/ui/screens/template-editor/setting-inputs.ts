import type { Feature } from '#domain/console';
import type { JsonValue } from '#domain/json';
import { STEP_INPUT_LABELS } from '../../document-editor/input-labels.ts';

const LABELS = STEP_INPUT_LABELS.templateSettings;

/** An input for a common setting of templates. */
export interface SettingInput {
  /** Name without the `index.` prefix. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly reads: 'integer' | 'replicas' | 'time' | 'text';
  /** Shown only where the engine has the feature, or the template contains the setting. */
  readonly needs?: Feature;
}

export const SETTING_INPUTS: readonly SettingInput[] = [
  {
    name: 'number_of_shards',
    label: LABELS.number_of_shards,
    description: 'Default: 1. Can’t be changed on an existing index.',
    reads: 'integer',
  },
  { name: 'number_of_replicas', label: LABELS.number_of_replicas, description: 'Default: 1.', reads: 'replicas' },
  {
    name: 'refresh_interval',
    label: LABELS.refresh_interval,
    description: 'A duration such as 5s; -1 turns refreshes off.',
    reads: 'time',
  },
  { name: 'codec', label: LABELS.codec, description: 'Such as default or best_compression.', reads: 'text' },
  {
    name: 'mapping.total_fields.limit',
    label: LABELS['mapping.total_fields.limit'],
    description: 'Maximum number of fields. Default: 1000.',
    reads: 'integer',
  },
  {
    name: 'lifecycle.name',
    label: LABELS['lifecycle.name'],
    description: 'The lifecycle policy of new indices.',
    reads: 'text',
    needs: 'ilm',
  },
  {
    name: 'lifecycle.rollover_alias',
    label: LABELS['lifecycle.rollover_alias'],
    description: 'The alias that ILM moves at a rollover.',
    reads: 'text',
    needs: 'ilm',
  },
];

const DURATION = /^(-1|\d+(nanos|micros|ms|s|m|h|d))$/;

/** The value that a text means for a setting; an empty text removes the setting. */
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
