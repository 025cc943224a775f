import { Type, type Static } from 'typebox';
import { exact } from '../json/schemas.ts';

/** A part of an answer that the cluster did not give, and why. The members that it would fill are absent. */
export const MissingPartSchema = exact({ part: Type.String(), reason: Type.String() });
export type MissingPart = Static<typeof MissingPartSchema>;

/** The member `missing` of an answer that is made of several requests; absent where everything was read. */
export const MISSING = Type.Optional(Type.Array(MissingPartSchema, { minItems: 1 }));
