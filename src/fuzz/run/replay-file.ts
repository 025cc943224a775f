import { formatJson, isObject, member, parseJson, type JsonValue } from '#domain/json';
import type { FailedCase } from './run-cases.ts';

/** What a file of a failed case begins with, so that it is known again. */
const FORMAT = 'mapledger fuzz case 1';

/** A case as a file keeps it: the value itself, so that it is the same case after the generators have changed. */
export interface KeptCase {
  readonly target: string;
  readonly law: string;
  readonly message: string;
  readonly value: JsonValue;
}

export function formatCase({ target, seed, number, law, message, steps, value }: FailedCase): string {
  return `${formatJson({ format: FORMAT, target, seed, case: number, law, message, steps: [...steps], value }, 2)}\n`;
}

/** Null where the text is none. @throws JsonTextError for what is no JSON */
export function parseCase(file: string): KeptCase | null {
  const read = parseJson(file);
  if (!isObject(read) || member(read, 'format') !== FORMAT) return null;
  const text = (name: string) => {
    const found = member(read, name);
    return typeof found === 'string' ? found : '';
  };
  const value = member(read, 'value');
  return value === undefined ? null : { target: text('target'), law: text('law'), message: text('message'), value };
}
