import type { Static, TObject, TSchema } from 'typebox';

/** Where the whole API lies. */
export const API_BASE = '/api/index_management';

/** The media type of JSON texts, one in each line. */
export const LINES_TYPE = 'application/x-ndjson';

/** The group under which a route stands on the page of the API. */
export type RouteGroup =
  | 'Cluster'
  | 'Session'
  | 'Indices'
  | 'Index operations'
  | 'Tasks'
  | 'Documents'
  | 'Data streams'
  | 'Index templates'
  | 'Component templates'
  | 'Plans'
  | 'Mappings as code'
  | 'Trail'
  | 'Proof'
  | 'Actions'
  | 'Storage'
  | 'Fuzz lab'
  | 'Usage';

/**
 * One route as both sides know it: the server answers it, the client calls it, OpenAPI and the sweeps of the tests are
 * made of it.
 */
export interface RouteContract {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below {@link API_BASE}, with `:name` for a parameter of the path. */
  readonly path: string;
  readonly group: RouteGroup;
  readonly summary: string;
  /** Whether a call may change something on a cluster or in what the server keeps: read-only mode refuses it. */
  readonly writes: boolean;
  /** Whether it speaks to a cluster, and takes `?cluster=` with the id of one. */
  readonly usesCluster: boolean;
  /** Whether it lists what a cluster has, and takes `?only=` with the names and patterns that are meant. */
  readonly isNarrowed?: true;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** Whether the body holds a document of the engine (mappings, settings, a template), and may be large. */
  readonly takesDocument?: true;
  /** Members of the body that hold a document of a user, which is never recorded. */
  readonly withholds?: readonly string[];
  /**
   * Whether the body is what a document has become, so that the request may say of which events it is made; see
   * `CHANGES_HEADER`.
   */
  readonly takesChanges?: true;
  /** Whether the body holds events, and so documents some levels down. */
  readonly takesEvents?: true;
  /**
   * What the engine replaces as a whole by a request of this route. Members of it that no form knows have to be sent
   * along as they were read, which `tests/replacing-routes.test.ts` proves for each.
   */
  readonly replaces?: 'alias' | 'lifecycle' | 'setting' | 'template';
  /**
   * Whether a client may follow it: where it accepts {@link LINES_TYPE}, the route is answered again and again over one
   * connection, each time with the cursor of the answer before, and each answer is a line.
   */
  readonly isFollowed?: true;
  readonly answer: TSchema;
}

type PartOf<Contract, Part extends string> =
  Contract extends Readonly<Record<Part, infer Schema extends TSchema>>
    ? { readonly [Name in Part]: Static<Schema> }
    : unknown;

/**
 * What a caller gives: the parts that the contract names. `cluster` is the id of one; the first of the configuration
 * where absent.
 */
export type InputOf<Contract> = PartOf<Contract, 'params'> & PartOf<Contract, 'query'> & PartOf<Contract, 'body'>;
export type AnswerOf<Contract> = Contract extends { readonly answer: infer Schema extends TSchema }
  ? Static<Schema>
  : never;
