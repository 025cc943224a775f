import type { JsonObject } from '#domain/json';

/** A cause below a refusal, in the engine's words. */
export interface Cause {
  readonly type: string;
  readonly reason: string;
  readonly caused_by?: Cause;
}

/** The engine rejects a call. Has the form of an error of its REST API. */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(
    readonly status: number,
    readonly type: string,
    readonly reason: string,
    readonly more: JsonObject = {},
    readonly causedBy?: Cause,
  ) {
    super(reason);
  }

  /** As the cause of another refusal. */
  asCause(): Cause {
    const { type, reason, causedBy } = this;
    return { type, reason, ...(causedBy !== undefined && { caused_by: causedBy }) };
  }

  body(): JsonObject {
    const cause: JsonObject = { type: this.type, reason: this.reason, ...this.more };
    const deepest = this.causedBy === undefined ? cause : { ...rootOf(this.causedBy) };
    return {
      error: {
        root_cause: [deepest],
        ...cause,
        ...(this.causedBy !== undefined && { caused_by: causeBody(this.causedBy) }),
      },
      status: this.status,
    };
  }
}

function rootOf({ type, reason, caused_by }: Cause): Omit<Cause, 'caused_by'> {
  return caused_by === undefined ? { type, reason } : rootOf(caused_by);
}

export function causeBody({ type, reason, caused_by }: Cause): JsonObject {
  return { type, reason, ...(caused_by !== undefined && { caused_by: causeBody(caused_by) }) };
}

export const illegalArgument = (reason: string, causedBy?: Cause) =>
  new EngineError(400, 'illegal_argument_exception', reason, {}, causedBy);
export const validationFailed = (...problems: readonly string[]) =>
  new EngineError(400, 'action_request_validation_exception', `Validation Failed: ${numbered(problems)}`);
export const bodyRequired = () => new EngineError(400, 'parse_exception', 'request body is required');

export function numbered(problems: readonly string[]): string {
  return problems.map((problem, index) => `${index + 1}: ${problem};`).join('');
}

export function noSuchIndex(name: string): EngineError {
  const more = { 'resource.type': 'index_or_alias', 'resource.id': name, index_uuid: '_na_', index: name };
  return new EngineError(404, 'index_not_found_exception', `no such index [${name}]`, more);
}

export const matchesAlias = (name: string) =>
  illegalArgument(
    `The provided expression [${name}] matches an alias, specify the corresponding concrete indices instead.`,
  );
export const isWriteIndex = (index: string, stream: string) =>
  illegalArgument(`index [${index}] is the write index for data stream [${stream}] and cannot be deleted`);
