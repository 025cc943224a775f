import type { ImportedDraft } from './import-backup.ts';

const WORDS: Readonly<Record<ImportedDraft['outcome'], string>> = {
  added: 'added',
  continued: 'updated',
  copied: 'added as a new draft, because the one on this device has diverged',
  logOnly: 'deleted draft, log added',
  mappingAdded: 'added',
  templateAdded: 'added',
  testsAdded: 'added',
  lintAdded: 'added',
  present: 'already on this device',
  refused: 'refused',
};

/** "2 drafts added, 1 already here, 1 refused". */
export function reportTitle(results: readonly ImportedDraft[]): string {
  const count = (...outcomes: readonly ImportedDraft['outcome'][]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const added = count('added', 'copied');
  const parts = [
    [added, added === 1 ? 'draft added' : 'drafts added'],
    [count('mappingAdded'), count('mappingAdded') === 1 ? 'index mapping added' : 'index mappings added'],
    [count('templateAdded'), count('templateAdded') === 1 ? 'template added' : 'templates added'],
    [count('testsAdded'), count('testsAdded') === 1 ? 'list of document tests added' : 'lists of document tests added'],
    [
      count('lintAdded'),
      count('lintAdded') === 1 ? 'list of switched off lint rules added' : 'lists of switched off lint rules added',
    ],
    [count('continued'), 'updated'],
    [count('logOnly'), 'logs of deleted drafts added'],
    [count('present'), 'already on this device'],
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
