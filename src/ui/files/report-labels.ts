import type { ImportedDraft } from './import-backup.ts';

const WORDS: Readonly<Record<ImportedDraft['outcome'], string>> = {
  added: 'added',
  continued: 'goes on from what was here',
  copied: 'added as a new draft: the one here went another way',
  logOnly: 'had been deleted, its log was added',
  mappingAdded: 'added',
  present: 'here already',
  refused: 'refused',
};

/** "2 drafts added, 1 already here, 1 refused". */
export function reportTitle(results: readonly ImportedDraft[]): string {
  const count = (...outcomes: readonly ImportedDraft['outcome'][]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const added = count('added', 'copied');
  const parts = [
    [added, added === 1 ? 'draft added' : 'drafts added'],
    [count('mappingAdded'), count('mappingAdded') === 1 ? 'mapping of an index added' : 'mappings of indices added'],
    [count('continued'), 'brought up to date'],
    [count('logOnly'), 'deleted before, log added'],
    [count('present'), 'already here'],
    [count('refused'), 'refused'],
  ] as const;
  const said = parts
    .filter(([number], index) => number > 0 || index === 0)
    .map(([number, words]) => `${number.toLocaleString('en')} ${words}`);
  return said.join(', ');
}

/** "orders: added" for each that was not here already. */
export function reportLines(results: readonly ImportedDraft[]): readonly string[] {
  return results
    .filter(({ outcome }) => outcome !== 'present')
    .map(({ name, outcome, reason }) => `${name}: ${WORDS[outcome]}${reason === undefined ? '' : `, ${reason}`}.`);
}
