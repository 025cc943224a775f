import { setImmediate } from 'node:timers/promises';
import type { ClusterGateway } from '#domain/ports';

/**
 * The embedded engine among other requests: a call to it is over before anything else can run, so that an action on
 * thousands of names, one call after another, would hold up everybody. Each call waits for its turn.
 */
export function takingTurns(engine: ClusterGateway): ClusterGateway {
  return {
    async send(call) {
      await setImmediate();
      return engine.send(call);
    },
  };
}
