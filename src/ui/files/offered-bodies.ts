import { fieldsIn, titleOfGiven, type Given } from './import-draft.ts';

/** A mapping or template of a text that has several, as a choice shows it. */
export interface OfferedBody {
  readonly label: string;
  readonly description: string;
}

export function offerOf(given: Given, index: number): OfferedBody {
  const fields = fieldsIn(given.body, given.place.mappingsAt);
  const count = fields === 1 ? '1 field' : `${fields.toLocaleString('en')} fields and multi-fields`;
  return { label: titleOfGiven(given, index), description: `${given.place.kind}, ${count}` };
}
