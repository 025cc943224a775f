import { formatJson } from '../json/text.ts';
import type { TakenBy, TriedValue, ValueEffect } from './trial.ts';

/** What happens to a value, in a sentence or two. */
export function describeValue({ field, type, takenBy, effects }: TriedValue): string {
  const taker = describeTaker(takenBy, field, type);
  const sentences = effects.flatMap(sentenceOf);
  const ways = effects.flatMap(({ kind }) => WAYS[kind] ?? []);
  const first = ways.length === 0 ? taker : `${taker}: ${ways.join(', ')}`;
  return [`${first}.`, ...sentences].join(' ');
}

const WAYS: Readonly<Partial<Record<ValueEffect['kind'], string>>> = {
  indexed: 'indexed',
  docValues: 'doc values',
  stored: 'stored',
};

function describeTaker(takenBy: TakenBy, field: string | null, type: string | null): string {
  const named = `${field ?? 'no name'}${type === null ? '' : ` (${type})`}`;
  switch (takenBy.kind) {
    case 'field':
      return `Field ${named}`;
    case 'multiField':
      return `Multi-field ${named}`;
    case 'copyTo':
      return `Copied from ${takenBy.from} to ${named}`;
    case 'dynamicTemplate':
      return `New field ${named} by dynamic template ${takenBy.name}`;
    case 'dynamic':
      return `New field ${named} by dynamic mapping`;
    case 'runtime':
      return `Runtime field ${named}`;
    case 'none':
      return field === null ? 'No field' : `No field ${field}`;
  }
}

function sentenceOf(effect: ValueEffect): readonly string[] {
  switch (effect.kind) {
    case 'indexed':
    case 'docValues':
    case 'stored':
      return [];
    case 'notIndexed':
      return ['Not indexed, only kept in _source.'];
    case 'coerced':
      return [`Read as ${effect.to}.`];
    case 'nullValue':
      return [`Replaced by ${effect.to} (null_value).`];
    case 'truncated':
      return [`Cut to ${effect.length.toLocaleString('en')} characters.`];
    case 'ignored':
      return [`Ignored: ${effect.reason}`];
    case 'refused':
      return [`Refused: ${effect.reason}`];
    case 'addsField':
      return [`Adds ${formatJson(effect.definition)}.`];
    case 'unknown':
      return ['Can’t tell the outcome.'];
  }
}
