import { countOf } from '#domain/console';
import { fieldsIn, titleOfGiven, type Given } from './import-draft.ts';

/** A mapping or template of a text that has several, as a choice shows it. */
export interface OfferedBody {
  readonly label: string;
  readonly description: string;
}

/** A count of fields, multi-fields included. */
export function fieldsAndMultiFields(fields: number): string {
  return countOf(fields, 'field', 'fields and multi-fields');
}

export function offerOf(given: Given, index: number): OfferedBody {
  const fields = fieldsIn(given.body, given.place.mappingsAt);
  return { label: titleOfGiven(given, index), description: `${given.place.kind}, ${fieldsAndMultiFields(fields)}` };
}
