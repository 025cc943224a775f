import type { Distribution, TargetEngine } from '#domain/catalogue';

export { ENGINE_NAMES as DISTRIBUTIONS, engineTitle } from '#domain/catalogue';

export const DISTRIBUTION_IDS = ['elasticsearch', 'opensearch'] as const satisfies readonly Distribution[];

/** The engines that are offered by name; any other version can be entered. */
export const OFFERED_ENGINES: readonly TargetEngine[] = [
  { distribution: 'elasticsearch', version: '9.5' },
  { distribution: 'elasticsearch', version: '8.19' },
  { distribution: 'elasticsearch', version: '7.17' },
  { distribution: 'opensearch', version: '3.4' },
  { distribution: 'opensearch', version: '2.19' },
];

export const DEFAULT_ENGINE: TargetEngine = { distribution: 'elasticsearch', version: '9.5' };

/** What is wrong with a version that was entered, or null. */
export function versionFault(version: string): string | null {
  if (version === '') return 'Enter a version.';
  return /^[0-9]+(\.[0-9]+){0,2}$/.test(version) ? null : 'Enter a version number, such as 8.19 or 8.19.2.';
}
