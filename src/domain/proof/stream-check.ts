import { FIRST_HASH, verifyChain, type SealedRecord } from '../events/seal.ts';
import type { StoredEvent } from '../events/event.ts';
import { eventFormFault } from './event-form.ts';
import { isTime } from './time.ts';
import type { FaultKind } from './verification.ts';

/** Why a record can't follow. */
export interface RecordFault {
  readonly kind: FaultKind;
  readonly reason: string;
}

/** The state of the check of one stream. */
export class StreamCheck {
  /** By version, from 1: `hashes[0]` is the hash before the first record. */
  readonly #hashes: string[] = [FIRST_HASH];
  readonly #ids = new Map<string, number>();
  #recordedAt = '';

  /** Of the last record. */
  get version(): number {
    return this.#hashes.length - 1;
  }

  get lastHash(): string {
    return this.#hashes[this.version] as string;
  }

  hashAt(version: number): string | undefined {
    return version < 1 ? undefined : this.#hashes[version];
  }

  /**
   * Takes the next record; returns a fault if it can't be the next one, or if its time is wrong. A record with a wrong
   * time is still taken.
   */
  take(record: SealedRecord, event: StoredEvent): RecordFault | null {
    const fault = this.#placeFault(record, event);
    if (fault !== null) return fault;
    const known = this.#ids.get(event.id);
    if (known !== undefined)
      return { kind: 'duplicate', reason: `its id ${event.id} is already that of event ${known}` };
    this.#ids.set(event.id, event.version);
    this.#hashes.push(record.hash);
    return this.#timeFault(event);
  }

  /** Takes the place of an erased record: its hash is all that is left. */
  takeErased(version: number, hash: string): RecordFault | null {
    const next = this.version + 1;
    if (version !== next)
      return { kind: 'order', reason: `it is version ${version}, where version ${next} is expected` };
    this.#hashes.push(hash);
    return null;
  }

  #placeFault(record: SealedRecord, event: StoredEvent): RecordFault | null {
    const check = verifyChain([record], this.lastHash);
    const next = this.version + 1;
    if (check.ok) {
      if (event.version === next) return null;
      return { kind: 'order', reason: `it is version ${event.version}, where version ${next} is expected` };
    }
    const { reason } = check.fault;
    const before = this.#hashes[event.version - 1];
    if (event.version < next && this.hashAt(event.version) === record.hash)
      return { kind: 'duplicate', reason: 'it is there twice' };
    if (event.version < next && before !== undefined && verifyChain([record], before).ok)
      return { kind: 'fork', reason: `another event is version ${event.version} too: the history went two ways there` };
    if (event.version > next) return { kind: 'order', reason: `version ${next} is missing before it` };
    return { kind: 'seal', reason };
  }

  #timeFault(event: StoredEvent): RecordFault | null {
    const { recordedAt } = event;
    const fault = eventFormFault(event);
    // Of one form and one length, so that their order is that of time. A wrong time of a device hides none of a server.
    if (recordedAt !== undefined && isTime(recordedAt)) {
      if (recordedAt < this.#recordedAt) {
        const reason = `it was recorded at ${recordedAt}, before the event before it (${this.#recordedAt})`;
        return { kind: 'time', reason };
      }
      this.#recordedAt = recordedAt;
    }
    return fault === null ? null : { kind: 'time', reason: fault.reason };
  }
}
