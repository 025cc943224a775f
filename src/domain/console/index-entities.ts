import { Type, type Static } from 'typebox';
import { exact, JsonObjectSchema, NameSchema } from '../json/schemas.ts';
import { ErrorBodySchema } from './error-body.ts';
import { MISSING } from './missing-part.ts';

/**
 * A row of the index list. Sizes in bytes; counts absent for an index that is closed. Everything
 * but the columns of `_cat/indices` is absent where the cluster does not tell it.
 */
export const IndexSchema = exact({
  name: Type.String(),
  uuid: Type.Optional(Type.String()),
  health: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  primary: Type.Optional(Type.Number()),
  replica: Type.Optional(Type.Number()),
  documents: Type.Optional(Type.Number()),
  documents_deleted: Type.Optional(Type.Number()),
  size: Type.Optional(Type.Union([Type.Number(), Type.String()])),
  primary_size: Type.Optional(Type.Union([Type.Number(), Type.String()])),
  isFrozen: Type.Optional(Type.Boolean()),
  hidden: Type.Optional(Type.Boolean()),
  aliases: Type.Optional(Type.Array(Type.String())),
  data_stream: Type.Optional(Type.String()),
  mode: Type.Optional(Type.String()),
  ilmPolicyName: Type.Optional(Type.String()),
  missing: MISSING,
});
export type Index = Static<typeof IndexSchema>;

/** What a list of indices shows of one where it is asked for; absent where the cluster does not tell it. */
export const IndexFactsSchema = exact({
  name: Type.String(),
  /** Epoch ms. */
  created: Type.Optional(Type.Number()),
  /** The preferred data tier, without `data_`. */
  tier: Type.Optional(Type.String()),
  /** The lifecycle policy, of ILM or ISM. */
  policy: Type.Optional(Type.String()),
  /** The phase of ILM, or the state of ISM. */
  phase: Type.Optional(Type.String()),
  /** The lifecycle has stopped at a step that failed. */
  hasFailed: Type.Optional(Type.Literal(true)),
});
export type IndexFacts = Static<typeof IndexFactsSchema>;

/** How many fields an index has, and how many it may have; what the cluster does not tell is absent. */
export const FieldCountSchema = exact({
  name: Type.String(),
  fields: Type.Optional(Type.Integer()),
  limit: Type.Optional(Type.Integer()),
});
export type FieldCount = Static<typeof FieldCountSchema>;

/** Everything that the extra columns of a list show of an index. */
export interface ColumnFacts extends IndexFacts {
  readonly fields?: Omit<FieldCount, 'name'>;
  /** The templates that would match its name today. */
  readonly templates?: { readonly names: readonly string[]; readonly isLegacy: boolean };
}

/** What happened to one index of an action. `unknown`: it may have been done, and no answer says so. */
export const IndexOutcomeSchema = exact({
  name: Type.String(),
  outcome: Type.Enum(['done', 'failed', 'unknown', 'not_sent']),
  error: Type.Optional(ErrorBodySchema),
});
export type IndexOutcome = Static<typeof IndexOutcomeSchema>;
export const OutcomesSchema = exact({ results: Type.Array(IndexOutcomeSchema) });

export const AliasActionSchema = Type.Union([
  exact({
    add: exact({
      alias: NameSchema,
      filter: Type.Optional(JsonObjectSchema),
      index_routing: Type.Optional(Type.String()),
      search_routing: Type.Optional(Type.String()),
      is_write_index: Type.Optional(Type.Boolean()),
      is_hidden: Type.Optional(Type.Boolean()),
      /** Properties unknown here, as the engine has them. */
      others: Type.Optional(JsonObjectSchema),
      /**
       * The properties that the alias has on this index so far. An engine replaces all of them, so without these only
       * an alias without properties is replaced.
       */
      replaces: Type.Optional(JsonObjectSchema),
    }),
  }),
  exact({ remove: exact({ alias: NameSchema }) }),
]);
export type AliasAction = Static<typeof AliasActionSchema>;
