import { ClusterError, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';

/** Told each request before it is sent, and how many were sent before it; what it does comes between the two. */
export type Interposed = (call: ClusterCall, sent: number) => Promise<void>;

/** A gateway in front of which somebody else may act before each request, and which may lose answers. */
export class InterposedGateway implements ClusterGateway {
  #act: Interposed | undefined;
  #sent = 0;
  #lost: { readonly isMeant: (call: ClusterCall) => boolean; readonly isSent: boolean } | undefined;

  constructor(private readonly behind: ClusterGateway) {}

  /** Has somebody act before each of the next requests, which are counted from 0; nobody where absent. */
  arm(act?: Interposed): void {
    this.#act = act;
    this.#sent = 0;
  }

  /** Has somebody act once, before the first request that is meant. Says whether that came. */
  actBefore(isMeant: (call: ClusterCall) => boolean, act: () => Promise<unknown>): () => boolean {
    let isOver = false;
    this.arm(async (call) => {
      if (isOver || !isMeant(call)) return;
      isOver = true;
      await act();
    });
    return () => isOver;
  }

  /** Loses the answer to the first request that is meant, or the request itself where it is not sent. */
  lose(isMeant: (call: ClusterCall) => boolean, { isSent }: { readonly isSent: boolean }): void {
    this.#lost = { isMeant, isSent };
  }

  async send(call: ClusterCall): ReturnType<ClusterGateway['send']> {
    await this.#act?.(call, this.#sent++);
    const lost = this.#lost;
    if (lost?.isMeant(call) !== true) return this.behind.send(call);
    this.#lost = undefined;
    if (lost.isSent) await this.behind.send(call);
    throw new ClusterError('timeout', 'No answer.', { request: requestOf(call) });
  }
}
