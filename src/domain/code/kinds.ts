import { capitalized } from '../console/words.ts';
import type { TemplateStreamKind } from '../document/live-document.ts';
import { KIND_NOUNS } from '../template/mappings-of-stream.ts';

/** What a file can be about: a template, or an index. */
export type ObjectKind = TemplateStreamKind | 'index';

/** The folder of each kind, below the project and below the overlays of an environment. */
export const CODE_FOLDERS = {
  component_template: 'component_templates',
  index_template: 'index_templates',
  legacy_template: 'legacy_templates',
  index: 'indices',
} as const satisfies Readonly<Record<ObjectKind, string>>;

/** The kinds of templates, in the order in which they have to be sent. */
export const CODE_KINDS = [
  'component_template',
  'index_template',
  'legacy_template',
] as const satisfies readonly TemplateStreamKind[];

/** All kinds, in the order in which they have to be sent: an index gets the templates of the files. */
export const OBJECT_KINDS = [...CODE_KINDS, 'index'] as const satisfies readonly ObjectKind[];

/** The noun of a kind at the beginning of a line: "Index template". */
export function kindTitle(kind: ObjectKind): string {
  return capitalized(kind === 'index' ? 'index' : KIND_NOUNS[kind]);
}

/** A template or an index by its kind and name. */
export interface ObjectAddress {
  readonly kind: ObjectKind;
  readonly name: string;
}

/** A template by its kind and name. */
export interface TemplateAddress extends ObjectAddress {
  readonly kind: TemplateStreamKind;
}

/** As plans and the configuration write it: `index_templates/logs`. */
export function formatAddress({ kind, name }: ObjectAddress): string {
  return `${CODE_FOLDERS[kind]}/${name}`;
}

/** The template or index that an address names; null where its folder is unknown or the name is missing. */
export function parseObjectAddress(text: string): ObjectAddress | null {
  const slash = text.indexOf('/');
  const kind = OBJECT_KINDS.find((each) => CODE_FOLDERS[each] === text.slice(0, slash));
  const name = text.slice(slash + 1);
  return kind === undefined || slash === -1 || name === '' ? null : { kind, name };
}

/** The template that an address names; null where it names none. */
export function parseAddress(text: string): TemplateAddress | null {
  const address = parseObjectAddress(text);
  return address !== null && isTemplateAddress(address) ? address : null;
}

export function isTemplateAddress(address: ObjectAddress): address is TemplateAddress {
  return address.kind !== 'index';
}
