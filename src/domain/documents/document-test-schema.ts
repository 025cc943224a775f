import { Type, type Static } from 'typebox';
import { exact, JsonObjectSchema, recordOf } from '../json/schemas.ts';

/** What a document test expects. */
export const DocumentExpectationSchema = Type.Union([
  Type.Literal('accepted'),
  /** The document is refused; `refused` is a part of the reason, any case, or empty for any reason. */
  exact({ refused: Type.String({ maxLength: 2_000 }) }),
  /** It is accepted, and exactly these fields are in `_ignored`. */
  exact({ ignored: Type.Array(Type.String(), { maxItems: 10_000 }) }),
  /** It is accepted, and these paths have values in fields of these types. */
  exact({ types: recordOf(Type.String()) }),
]);
export type DocumentExpectation = Static<typeof DocumentExpectationSchema>;

/** The longest name of a document test. */
export const MAX_TEST_NAME_LENGTH = 200;

/** A document that is kept with a mapping, and what is to become of it. */
export const DocumentTestSchema = exact({
  name: Type.Optional(Type.String({ maxLength: MAX_TEST_NAME_LENGTH })),
  document: JsonObjectSchema,
  /** The `routing` of the request. */
  routing: Type.Optional(Type.String({ maxLength: 512 })),
  expect: DocumentExpectationSchema,
});
export type DocumentTest = Static<typeof DocumentTestSchema>;
