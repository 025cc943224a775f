import { parameterOf } from '../catalogue/catalogue.ts';
import type { TargetEngine } from '../catalogue/engines.ts';
import { isFalse, isTrue } from '../catalogue/values.ts';
import { member, type JsonObject } from '../json/value.ts';
import type { Reader } from './readers/reading.ts';
import type { ValueEffect } from './trial.ts';

/** Where a field puts a value that it takes. */
export function storageEffects(
  type: string,
  definition: JsonObject,
  reader: Reader,
  engine: TargetEngine,
): readonly ValueEffect[] {
  const has = (name: 'index' | 'doc_values', otherwise: boolean) => {
    const own = member(definition, name);
    if (isFalse(own)) return false;
    if (own !== undefined && own !== null) return true;
    const assumed = parameterOf(type, name, engine)?.defaultValue;
    return assumed === undefined ? otherwise : !isFalse(assumed);
  };
  const effects: ValueEffect[] = [];
  if (has('index', reader.indexes ?? parameterOf(type, 'index', engine) !== undefined))
    effects.push({ kind: 'indexed' });
  if (has('doc_values', reader.hasDocValues ?? false)) effects.push({ kind: 'docValues' });
  if (isTrue(member(definition, 'store'))) effects.push({ kind: 'stored' });
  return effects.length > 0 ? effects : [{ kind: 'notIndexed' }];
}
