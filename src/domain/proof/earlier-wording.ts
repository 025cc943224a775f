/** Earlier summaries of commands, and the present ones: only the wording has changed. */
const REWORDED: readonly (readonly [RegExp, string])[] = [
  [/^Start the document$/, 'Created'],
  [/\bReplace the mappings \((\d+ fields?) now\)/, 'Replace mappings ($1)'],
  [/\bEdit dynamic templates \((\d+) now\)/, 'Edit dynamic templates ($1)'],
  [/^Follow the cluster \(/, 'Synced from cluster ('],
  [/, and keep (.+) as edited here$/, ', keeping your edits to $1'],
];

/** A summary in the words of today. */
export function inPresentWords(summary: string): string {
  return REWORDED.reduce((words, [then, now]) => words.replace(then, now), summary);
}
