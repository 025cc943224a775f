import type { TSchema } from 'typebox';
import { firstFault, fits } from '../json/check.ts';
import {
  toJsonValue,
  ENVELOPE_DEPTH,
  MAX_DEPTH,
  NotJsonError,
  type JsonObject,
  type JsonValue,
} from '../json/value.ts';
import { reject, type Rejection } from './define-command.ts';

/** A private copy of the payload that fits its schema, or the place where it does not. */
export function readPayload(
  schema: TSchema,
  given: unknown,
): { readonly payload: JsonObject } | Rejection<'command.invalid'> {
  let payload: JsonValue;
  try {
    payload = toJsonValue(given ?? {}, MAX_DEPTH + ENVELOPE_DEPTH);
  } catch (error) {
    if (error instanceof NotJsonError) return reject('command.invalid', error.reason, error.at);
    throw error;
  }
  if (fits(schema, payload)) return { payload: payload as JsonObject };
  const { at, message } = firstFault(schema, payload) ?? { at: '', message: 'is invalid' };
  return reject('command.invalid', `The command's payload ${message}`, at);
}
