import { ClusterError, type ClusterGateway } from '#domain/ports';

/** Writes documents one after another, as a client does that tries again where it is refused. */
export interface Writer {
  /** Resolves when this many more were acknowledged. */
  writeMore(count: number): Promise<void>;
  stop(): Promise<{ readonly acknowledged: readonly string[]; readonly refused: number }>;
}

/** Between two documents: a turn for everybody else. */
const BETWEEN_MS = 2;

export function startWriter(gateway: ClusterGateway, index: string): Writer {
  const acknowledged: string[] = [];
  let refused = 0;
  let isStopped = false;

  async function work(): Promise<void> {
    for (let n = 0; !isStopped;) {
      try {
        const id = `written-${n}`;
        await gateway.send({ method: 'PUT', path: [index, '_doc', id], body: JSON.stringify({ n, level: 'info' }) });
        acknowledged.push(id);
        n += 1;
      } catch (error) {
        if (!(error instanceof ClusterError)) throw error;
        refused += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
  }
  const working = work();
  return {
    async writeMore(count) {
      const wanted = acknowledged.length + count;
      while (acknowledged.length < wanted) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    },
    async stop() {
      isStopped = true;
      await working;
      return { acknowledged, refused };
    },
  };
}
