import type { DefinedInSettings } from '../catalogue/editors.ts';
import { flatSettings } from '../console/index-settings.ts';
import type { JsonObject } from '../json/value.ts';

/** The names that the settings of an index define, of analyzers or of another kind, sorted. */
export function definedNames(settings: JsonObject | undefined, place: DefinedInSettings): readonly string[] {
  const prefix = `index.${place}.`;
  const names = Object.keys(flatSettings(settings ?? {})).flatMap((setting) =>
    setting.startsWith(prefix) ? (setting.slice(prefix.length).split('.')[0] ?? []) : [],
  );
  return [...new Set(names)].sort();
}
