import type { RunningApply } from './project-record.ts';

/** How many objects a sentence names. */
const SHOWN_CLAIMS = 3;

/** Which objects of a project another one claims on the same cluster, naming both; null where there are none. */
export function claimConflict(
  project: string,
  others: ReadonlyMap<string, string>,
  objects: readonly string[],
): string | null {
  const both = objects.filter((object) => others.has(object));
  if (both.length === 0) return null;
  const named = both.slice(0, SHOWN_CLAIMS).map((object) => `${object} (project ${others.get(object) ?? ''})`);
  const more = both.length - named.length;
  return `Project ${project} claims what another project claims on this cluster: ${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}. Remove the files from one of them, and apply that one first.`;
}

/** Who has the lock of a project since when, and until when. */
export function lockSentence(
  project: string,
  { environment, at, until }: Pick<RunningApply, 'environment' | 'at' | 'until'>,
  author: string,
): string {
  const where = environment === null ? '' : ` to ${environment}`;
  return `Project ${project} is being applied${where} by ${author} since ${at}. Its lock is free when that apply ends, or at ${until} if it was interrupted.`;
}
