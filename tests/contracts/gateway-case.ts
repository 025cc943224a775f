import { expect } from 'vitest';
import type { Feature } from '#domain/console';
import { valueAt, type JsonValue } from '#domain/json';
import type { ClusterCall, ClusterError, ClusterGateway } from '#domain/ports';

export interface OpenedGateway {
  readonly gateway: ClusterGateway;
  /** Why a task of one call is gone at the next. */
  readonly forgetsTasks?: string;
  destroy(): Promise<void>;
}

/** What a case has to do with. */
export interface Cluster {
  /** The body of an answer below 300. */
  ask(
    method: ClusterCall['method'],
    path: readonly string[],
    body?: JsonValue | string,
    query?: ClusterCall['query'],
  ): Promise<JsonValue>;
  /** The error of a call that must be refused. */
  refusal(
    method: ClusterCall['method'],
    path: readonly string[],
    body?: JsonValue | string,
    query?: ClusterCall['query'],
  ): Promise<ClusterError>;
}

export interface Case {
  readonly name: string;
  readonly needs?: Feature;
  /** It is about tasks that run between calls. */
  readonly usesTasks?: true;
  readonly run: (cluster: Cluster) => Promise<void>;
}

/** Names of this suite alone, so that it may run on a cluster that others use. */
export const P = 'mapledger-contract';
export const INDEX = `${P}-index`;
export const OTHER = `${P}-other`;
export const ALIAS = `${P}-alias`;
export const STREAM = `${P}-stream`;
export const TEMPLATE = `${P}-template`;
export const COMPONENT = `${P}-component`;

export const at = (value: JsonValue, pointer: string) => valueAt(value, pointer);
export const keyword = { type: 'keyword' };
/** An error of one of several types: engines name some of them differently. */
export const oneOf = (...types: readonly string[]) => expect.toSatisfy((type: unknown) => types.includes(String(type)));
