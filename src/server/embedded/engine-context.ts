import type { Clock, IdSource } from '#domain/ports';
import type { EngineState } from './engine-state.ts';
import type { Tasks } from './tasks.ts';

/** What every endpoint works with. */
export interface EngineContext {
  readonly state: EngineState;
  readonly clock: Clock;
  /** UUIDs of indices and ids of documents. */
  readonly ids: IdSource;
  readonly tasks: Tasks;
}
