import { Type } from 'typebox';
import { exact, NameSchema } from '../json/schemas.ts';
import { FailedSchema } from '../console/error-body.ts';
import type { RouteContract } from './contract.ts';
import { MAX_NAMES } from './limits.ts';

/** Parts that contracts of several families share. */
export const NAME_PARAMS = exact({ name: NameSchema });
export const NAMES = Type.Array(NameSchema, { minItems: 1, maxItems: MAX_NAMES });
export const ACKNOWLEDGED = exact({ acknowledged: Type.Boolean() });
/** The answer to what stores a definition, which is read and compared afterwards. */
export const STORED = exact({
  ...ACKNOWLEDGED.properties,
  /** What the cluster stored otherwise than it was sent, in sentences; absent where nothing is known of it. */
  storedOtherwise: Type.Optional(Type.Array(Type.String())),
});
/** The answer to what makes an index. */
export const CREATED = exact({
  ...STORED.properties,
  /** False where the engine has waited in vain for a copy of each primary shard: the allocation says why. */
  shardsStarted: Type.Optional(Type.Boolean()),
  /** The index's name where the engine resolved date math to another one than was expected, as its clock differs. */
  index: Type.Optional(Type.String()),
});
/** The answer to what may be made of changes of a document. */
export const SAVED = exact({
  ...STORED.properties,
  /** The version of the event that says so in the document's log; absent where the server has not recorded one. */
  savedVersion: Type.Optional(Type.Integer({ minimum: 1 })),
  /** The action that made a save of the named changes, which a browser may name in place of the server. */
  action: Type.Optional(Type.String()),
});

/** The contract of a route that speaks to a cluster. */
export function cluster<const Contract extends Omit<RouteContract, 'usesCluster'>>(contract: Contract) {
  return { ...contract, usesCluster: true as const };
}

/** A composable and a legacy template may have the same name. */
const TemplateIdSchema = exact({ name: Type.String(), isLegacy: Type.Boolean() });
export const DeletedTemplatesSchema = exact({
  templatesDeleted: Type.Array(TemplateIdSchema),
  errors: Type.Array(exact({ ...FailedSchema.properties, ...TemplateIdSchema.properties })),
});
export const DeletedDataStreamsSchema = exact({
  dataStreamsDeleted: Type.Array(Type.String()),
  errors: Type.Array(FailedSchema),
});
export const DeletedItemsSchema = exact({ itemsDeleted: Type.Array(Type.String()), errors: Type.Array(FailedSchema) });
