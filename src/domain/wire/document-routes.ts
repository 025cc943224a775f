import { Type } from 'typebox';
import { FieldCostSchema } from '../console/field-costs.ts';
import { MISSING } from '../console/missing-part.ts';
import { exact, JsonObjectSchema, NameSchema } from '../json/schemas.ts';
import { cluster, NAME_PARAMS } from './contract-parts.ts';
import type { RouteContract } from './contract.ts';
import {
  MAX_DOCUMENT_ID_LENGTH,
  MAX_DOCUMENT_PAGE,
  MAX_DOCUMENT_QUERY_LENGTH,
  MAX_ESTIMATED_FIELDS,
  MAX_FIELD_PATH_LENGTH,
  MAX_REHEARSAL_GROUPS,
  REHEARSAL_SIZES,
  SAMPLE_KINDS,
  SAMPLE_SIZES,
} from './limits.ts';

/** A document as an index has it; without `source` where the index keeps none. */
const DOCUMENT = exact({
  index: Type.String(),
  id: Type.String(),
  routing: Type.Optional(Type.String()),
  source: Type.Optional(JsonObjectSchema),
});

/** A document, and what it is tried on. `index` is a live one, whose settings are taken. */
const TRIAL = exact({
  index: Type.Optional(NameSchema),
  mappings: JsonObjectSchema,
  settings: Type.Optional(JsonObjectSchema),
  document: JsonObjectSchema,
  routing: Type.Optional(Type.String({ maxLength: MAX_DOCUMENT_ID_LENGTH })),
});

const OUTCOME = {
  isTaken: Type.Boolean(),
  /** Why it is refused, in the engine's words. */
  reason: Type.Optional(Type.String()),
  /** Fields of which a value was not indexed, sorted; absent where the cluster does not tell them. */
  ignored: Type.Optional(Type.Array(Type.String())),
};

/** Long enough that nobody else chooses the same. */
const REHEARSAL_ID = Type.String({ minLength: 16, maxLength: 64 });

/** Fields that a document added to the mappings, as the cluster has them. */
const ADDED = Type.Array(
  exact({
    /** Dotted. */
    path: Type.String(),
    definition: JsonObjectSchema,
  }),
);

/** What a scratch index made of the documents of a rehearsal. */
const REHEARSED = exact({
  index: Type.String(),
  accepted: Type.Integer(),
  refused: Type.Integer(),
  /** Refused documents by reason, the most frequent first. A reason is without the values that it was about. */
  reasons: Type.Array(exact({ reason: Type.String(), count: Type.Integer(), exampleId: Type.String() }), {
    maxItems: MAX_REHEARSAL_GROUPS,
  }),
  /** Fields in `_ignored`, with the number of documents, the most frequent first; absent where not known. */
  ignored: Type.Optional(
    Type.Array(exact({ field: Type.String(), count: Type.Integer() }), { maxItems: MAX_REHEARSAL_GROUPS }),
  ),
  added: Type.Optional(ADDED),
  /** Size of the index with these documents in bytes; absent where not known. */
  sizeBytes: Type.Optional(Type.Integer()),
  /**
   * What fields take up of which the sizes differ between both mappings, by how much they differ. Absent where the
   * engine does not analyze an index by field.
   */
  fields: Type.Optional(Type.Array(FieldCostSchema, { maxItems: MAX_REHEARSAL_GROUPS })),
  missing: MISSING,
  /** Whether the scratch index is known to be gone. */
  isRemoved: Type.Boolean(),
});

/** Routes of documents: those of an index, and a document that is tried on mappings. None of them is ever recorded. */
export const documentRoutes = {
  'documents.search': cluster({
    method: 'POST',
    path: '/documents/:name/search',
    group: 'Documents',
    summary: 'The first documents of an index, or those that a query string finds, and how many there are',
    writes: false,
    params: NAME_PARAMS,
    body: exact({
      query: Type.Optional(Type.String({ maxLength: MAX_DOCUMENT_QUERY_LENGTH })),
      /** 0 only counts them. */
      size: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DOCUMENT_PAGE })),
    }),
    answer: exact({ total: Type.Integer(), documents: Type.Array(DOCUMENT) }),
  }),
  'documents.sample': cluster({
    method: 'POST',
    path: '/documents/:name/sample',
    group: 'Documents',
    summary: 'The newest documents of an index as NDJSON, each letter by letter as the index has it',
    writes: false,
    params: NAME_PARAMS,
    body: exact({
      /** How many documents are read, at most. */
      documents: Type.Enum(SAMPLE_SIZES),
    }),
    answer: exact({
      /** How many documents the index has. */
      total: Type.Integer(),
      /** How many documents were read. */
      documents: Type.Integer(),
      /** One document in each line. */
      lines: Type.String(),
      /** Whether documents were left out as the sample would be too long. */
      isCut: Type.Boolean(),
      /** Why the documents are not as they were sent, where the index does not keep them so. */
      caveat: Type.Optional(Type.String()),
    }),
  }),
  'documents.get': cluster({
    method: 'POST',
    path: '/documents/:name/get',
    group: 'Documents',
    summary: 'One document of an index by its id',
    writes: false,
    params: NAME_PARAMS,
    body: exact({ id: Type.String({ minLength: 1, maxLength: MAX_DOCUMENT_ID_LENGTH }) }),
    answer: DOCUMENT,
  }),
  'documents.simulate': cluster({
    method: 'POST',
    path: '/document_trials/simulate',
    group: 'Documents',
    summary: 'Let the cluster check a document against mappings without an index, where it can',
    writes: false,
    body: TRIAL,
    takesDocument: true,
    withholds: ['document', 'routing'],
    answer: exact({
      /** Whether the cluster checks documents against mappings without an index; `reason` says why not. */
      isChecked: Type.Boolean(),
      reason: Type.Optional(Type.String()),
      outcome: Type.Optional(
        exact({
          ...OUTCOME,
          /** Absent where the cluster does not tell the mappings that it would come to. */
          added: Type.Optional(ADDED),
        }),
      ),
    }),
  }),
  'documents.try': cluster({
    method: 'POST',
    path: '/document_trials',
    group: 'Documents',
    summary: 'Try a document on a scratch index that is created for it and removed',
    writes: true,
    body: TRIAL,
    takesDocument: true,
    withholds: ['document', 'routing'],
    answer: exact({
      index: Type.String(),
      ...OUTCOME,
      added: ADDED,
      /** By field: values as `fields` of a search response, and as doc values. */
      fields: Type.Optional(JsonObjectSchema),
      docValues: Type.Optional(JsonObjectSchema),
      /** Of one value of each analyzed field. */
      tokens: Type.Array(
        exact({
          field: Type.String(),
          pointer: Type.String(),
          tokens: Type.Array(Type.String()),
          /** Of how many there are, where not all are listed. */
          count: Type.Integer(),
        }),
      ),
      missing: MISSING,
      /** Whether the scratch index is known to be gone. */
      isRemoved: Type.Boolean(),
    }),
  }),
  'documents.rehearse': cluster({
    method: 'POST',
    path: '/documents/:name/rehearse',
    group: 'Documents',
    summary: 'Index a sample of an index in two scratch indices, one with its mappings and one with others',
    writes: true,
    params: NAME_PARAMS,
    body: exact({
      mappings: JsonObjectSchema,
      /** How many documents are read, at most. */
      documents: Type.Enum(REHEARSAL_SIZES),
      /** The newest where absent. */
      sample: Type.Optional(Type.Enum(SAMPLE_KINDS)),
      /** Chosen by the client: by it `documents.rehearsal` tells how far it is. */
      id: Type.Optional(REHEARSAL_ID),
    }),
    takesDocument: true,
    answer: exact({
      sample: Type.Enum(SAMPLE_KINDS),
      /** How many documents the index has. */
      total: Type.Integer(),
      /** How many documents were read. */
      documents: Type.Integer(),
      /**
       * Of a random sample: the sizes of both scratch indices in bytes after a quarter of it, after half of it, and
       * after all of it; absent where they are not known.
       */
      sizes: Type.Optional(
        Type.Array(exact({ documents: Type.Integer(), before: Type.Integer(), after: Type.Integer() })),
      ),
      before: REHEARSED,
      after: REHEARSED,
    }),
  }),
  'documents.estimate': cluster({
    method: 'POST',
    path: '/documents/:name/estimate',
    group: 'Documents',
    summary: 'Measure on a random sample in scratch indices what the fields of an index take up',
    writes: true,
    params: NAME_PARAMS,
    body: exact({
      /**
       * By their dotted paths; all fields where absent. Engines that don't analyze an index by field need them: each
       * is measured in a separate index.
       */
      fields: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: MAX_FIELD_PATH_LENGTH }), {
          minItems: 1,
          maxItems: MAX_ESTIMATED_FIELDS,
          uniqueItems: true,
        }),
      ),
      /** How many documents are read, at most. */
      documents: Type.Enum(REHEARSAL_SIZES),
      /** Chosen by the client: by it `documents.rehearsal` tells how far it is. */
      id: Type.Optional(REHEARSAL_ID),
    }),
    answer: exact({
      /** How many documents the index has. */
      total: Type.Integer(),
      /** How many documents were read. */
      documents: Type.Integer(),
      /** Of them how many each scratch index refused, at most. */
      refused: Type.Integer(),
      /** What the primary shards of the index take up, in bytes; absent where not known. */
      storeBytes: Type.Optional(Type.Integer()),
      /** What the fields take up after a quarter of the sample, after half of it, and after all of it. */
      sizes: Type.Array(exact({ documents: Type.Integer(), fields: Type.Array(FieldCostSchema) })),
      missing: MISSING,
      /** Scratch indices that are not known to be gone. */
      leftovers: Type.Array(Type.String()),
    }),
  }),
  'documents.rehearsal': cluster({
    method: 'GET',
    path: '/documents/:name/rehearsal',
    group: 'Documents',
    summary: 'How far a rehearsal or an estimate is that this server carries out',
    writes: false,
    params: NAME_PARAMS,
    query: exact({ id: REHEARSAL_ID }),
    answer: exact({
      /** How many documents of the sample are indexed in all scratch indices; absent before and after the run. */
      progress: Type.Optional(exact({ done: Type.Integer(), total: Type.Integer() })),
    }),
  }),
} as const satisfies Record<string, RouteContract>;
