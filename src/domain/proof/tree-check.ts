import { keyIdOf, parseCheckpoint, signedTextOf, type Checkpoint, type SignedText } from './checkpoint.ts';
import { isConsistent, MerkleTree, recordLeaf, rootByInclusion, type Hash } from './merkle-tree.ts';
import { faultAt, type TrailPlace } from './record-check.ts';
import type { ConsistencyProof, InclusionProof, SignedCheckpoint, VerifiedEntry } from './trail-file.ts';
import type { TrailFaultError, VerificationNote } from './verification.ts';

interface GivenCheckpoint extends Checkpoint {
  readonly line: number | undefined;
}

interface TreeOptions {
  readonly isSigned: (signed: SignedText) => boolean;
  readonly checkpoints: readonly SignedCheckpoint[];
  /** Ids of the keys that checkpoints of the trail have to be of; with none, they may be of any key. */
  readonly keys: readonly string[];
}

type Placed<Proof> = Proof & { readonly line: number | undefined };

/**
 * What checkpoints say about a trail. A trail without proofs is a whole one: its records are the tree, in this order.
 * One with proofs has a part of the records, each stream as far as a proof of it reaches.
 */
export class TreeCheck {
  readonly #checkpoints: GivenCheckpoint[] = [];
  readonly #inclusions: Placed<InclusionProof>[] = [];
  readonly #consistencies: Placed<ConsistencyProof>[] = [];
  readonly #tree = new MerkleTree();
  /** Hashes of records that a proof is about, by stream and version. */
  readonly #wanted = new Map<string, Hash | null>();

  /**
   * @throws TrailFaultError for a checkpoint that is none, that is not signed, or that is of another key than it has to
   * be
   */
  constructor(entries: readonly VerifiedEntry[], { isSigned, checkpoints, keys }: TreeOptions) {
    const take = (signed: SignedCheckpoint, line: number | undefined, isOutside: boolean) => {
      const checkpoint = parseCheckpoint(signed.text);
      const from = isOutside ? 'the checkpoint that was given' : 'the checkpoint';
      const fail = (reason: string) => faultAt({ line, kind: 'checkpoint', reason: `${from} ${reason}` });
      if (checkpoint === null) throw fail('is not one that this version knows');
      if (keyIdOf(signed.publicKey) !== checkpoint.key) throw fail('is not of the key that it names');
      if (!isSigned(signedTextOf(signed))) throw fail('has a signature that does not hold');
      if (!isOutside && keys.length > 0 && !keys.includes(checkpoint.key))
        throw fail(`is signed by another key, ${checkpoint.key}`);
      this.#checkpoints.push({ ...checkpoint, line });
    };
    checkpoints.forEach((signed) => take(signed, undefined, true));
    for (const entry of entries) {
      if (entry.kind === 'checkpoint') take(entry.checkpoint, entry.line, false);
      if (entry.kind !== 'proof') continue;
      if (entry.proof.kind === 'inclusion') this.#inclusions.push({ ...entry.proof, line: entry.line });
      else this.#consistencies.push({ ...entry.proof, line: entry.line });
    }
    for (const { stream, version } of this.#inclusions) this.#wanted.set(placeKey(stream, version), null);
  }

  /** Takes the next record or tombstone of the trail. */
  take({ stream, version, hash }: TrailPlace): void {
    if (this.#isPart) {
      const key = placeKey(stream, version);
      if (this.#wanted.has(key)) this.#wanted.set(key, hash);
    } else if (this.#checkpoints.length > 0) this.#tree.add(recordLeaf(stream, version, hash));
  }

  get #isPart(): boolean {
    return this.#inclusions.length > 0;
  }

  /** Ids of the keys that signed. */
  get keys(): readonly string[] {
    return this.#checkpoints.map(({ key }) => key);
  }

  /** What the checkpoints leave open. @throws TrailFaultError where the trail is not the one that was signed */
  end({ events }: { readonly events: number }): readonly VerificationNote[] {
    if (this.#checkpoints.length === 0) {
      const [proof] = [...this.#inclusions, ...this.#consistencies];
      if (proof !== undefined) throw proofFault(proof, 'no checkpoint matches it');
      return [NO_CHECKPOINT];
    }
    this.#checkConsistencies();
    const covered = this.#isPart ? this.#checkInclusions() : this.#checkWhole();
    return [
      ...(events > covered
        ? [
            {
              code: 'behind_checkpoint' as const,
              count: events - covered,
              text: `Not covered by a checkpoint, so a cut or new seals would not show: ${events - covered} of ${events} events.`,
            },
          ]
        : []),
    ];
  }

  /** The records as a whole trail; gives how many of them the largest checkpoint covers. */
  #checkWhole(): number {
    const size = this.#tree.size;
    for (const checkpoint of this.#checkpoints) {
      if (checkpoint.size > size)
        throw checkpointFault(
          checkpoint,
          `it ends after ${size} events, and the checkpoint of ${checkpoint.at} was signed over ${checkpoint.size}: its end was cut off, or it is not the whole trail`,
        );
      if (this.#tree.root(checkpoint.size) !== checkpoint.root)
        throw checkpointFault(
          checkpoint,
          `its first ${checkpoint.size} events are not those that were signed at ${checkpoint.at}: some were changed and resealed, or are in another order`,
        );
    }
    return Math.max(...this.#checkpoints.map((checkpoint) => checkpoint.size));
  }

  /**
   * The records as a part of a trail; gives how many of them proofs cover: a proven record vouches for all before it in
   * its stream.
   */
  #checkInclusions(): number {
    const reached = new Map<string, number>();
    for (const proof of this.#inclusions) {
      const { stream, version, position, size, path } = proof;
      const hash = this.#wanted.get(placeKey(stream, version)) ?? null;
      if (hash === null) throw proofFault(proof, 'the event that it is about is not in the trail');
      const root = rootByInclusion(recordLeaf(stream, version, hash), position, size, path);
      const signed = this.#checkpoints.filter((checkpoint) => checkpoint.size === size);
      if (signed.length === 0) throw proofFault(proof, `there is no checkpoint over ${size} events`);
      const wrong = signed.find((checkpoint) => checkpoint.root !== root);
      if (wrong !== undefined) throw proofFault(proof, `it does not match the checkpoint signed at ${wrong.at}`);
      reached.set(stream, Math.max(reached.get(stream) ?? 0, version));
    }
    const sizes = new Set(this.#inclusions.map(({ size }) => size));
    for (const checkpoint of this.#checkpoints) {
      if (!sizes.has(checkpoint.size) && !this.#isConnected(checkpoint, sizes))
        throw checkpointFault(
          checkpoint,
          `it has no proof for the checkpoint of ${checkpoint.at} over ${checkpoint.size} events`,
        );
    }
    return [...reached.values()].reduce((sum, version) => sum + version, 0);
  }

  #isConnected({ size }: Checkpoint, sizes: ReadonlySet<number>): boolean {
    return this.#consistencies.some(
      ({ from, to }) => (from === size && sizes.has(to)) || (to === size && sizes.has(from)),
    );
  }

  #checkConsistencies(): void {
    for (const proof of this.#consistencies) {
      const olds = this.#checkpoints.filter(({ size }) => size === proof.from);
      const news = this.#checkpoints.filter(({ size }) => size === proof.to);
      if (olds.length === 0 || news.length === 0)
        throw proofFault(proof, `there are no checkpoints over ${proof.from} and ${proof.to} events`);
      for (const older of olds)
        for (const newer of news)
          if (!isConsistent(proof, older.root, newer.root))
            throw proofFault(proof, `what was signed at ${newer.at} does not begin as what was signed at ${older.at}`);
    }
  }
}

const NO_CHECKPOINT: VerificationNote = {
  code: 'no_checkpoint',
  text: 'No checkpoint was given. Without one, truncation, a missing stream or a fully rewritten stream does not show.',
};

function placeKey(stream: string, version: number): string {
  return JSON.stringify([stream, version]);
}

function proofFault(proof: Placed<InclusionProof> | Placed<ConsistencyProof>, reason: string): TrailFaultError {
  const place = proof.kind === 'inclusion' ? { stream: proof.stream, version: proof.version } : {};
  return faultAt({ line: proof.line, ...place, kind: 'proof', reason: `of a proof: ${reason}` });
}

function checkpointFault({ line }: GivenCheckpoint, reason: string): TrailFaultError {
  return faultAt({ line, kind: 'checkpoint', reason });
}
