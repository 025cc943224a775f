import type { JsonObject } from '../json/value.ts';
import { settingIn } from './setting-value.ts';

/** The mode of an index, which Elasticsearch reads without regard to case; undefined where none is set. */
export function modeIn(settings: JsonObject): string | undefined {
  const mode = settingIn(settings, 'mode');
  return typeof mode === 'string' ? mode.toLowerCase() : undefined;
}
