import { PatchTarget, type Body } from '../json/patch.ts';
import type { DocumentState } from '../state/state.ts';
import type { HistoryNode, InvertibleEvent } from '../state/history-fold.ts';
import { newestFirst } from './time-travel.ts';

/** A body that is kept, so that versions near it are few events away. */
interface KeyFrame {
  readonly version: number;
  readonly body: Body;
}

/** Key frames that are kept at most: when there are more, every other one goes. Bounds the memory, whatever the log. */
const FRAME_LIMIT = 64;
/** Operations between two key frames at first; twice as many whenever every other frame goes. */
const FIRST_SPACING = 256;

/** The bodies of all versions of a document, each a short way from the one before or from a key frame. */
export class Scrubber {
  /** By version, from 1 at index 0. */
  readonly #nodes: HistoryNode[] = [];
  /** Ascending; the last one is the newest version. Frames are laid from there backwards. */
  #frames: KeyFrame[];
  /** Before the first event, where that began the document: what is old is near it, before any frame is laid. */
  readonly #origin: KeyFrame | null;
  #spacing = FIRST_SPACING;
  /** What was asked for last: the next question is mostly about its neighbour. */
  #shown: KeyFrame;

  constructor(state: DocumentState) {
    for (const node of newestFirst(state.history)) this.#nodes.push(node);
    this.#nodes.reverse();
    const tip: KeyFrame = { version: state.history.version, body: state.body };
    this.#origin = beginsDocument(this.#nodes[0]) ? { version: 0, body: undefined } : null;
    this.#frames = [tip];
    this.#shown = tip;
  }

  /** The newest version. */
  get version(): number {
    return this.#nodes.length;
  }

  /** The event that made a version; null for version 0, which no event made. @throws RangeError */
  nodeAt(version: number): HistoryNode | null {
    this.#check(version);
    return this.#nodes[version - 1] ?? null;
  }

  /**
   * The body as it was after `version` events. Cost: the events from the nearest key frame, or from what was asked for
   * last; where no frames are laid yet, those from the nearer end of the log.
   * @throws RangeError for a version that the log has not.
   */
  bodyAt(version: number): Body {
    this.#check(version);
    while (this.#oldest().version > version && !this.#isNearOrigin(version)) this.#lay();
    const start = this.#nearest(version);
    if (start.version !== version) this.#shown = { version, body: this.#walk(start, version) };
    else this.#shown = start;
    return this.#shown.body;
  }

  /**
   * Lays key frames down to the first version until `isEnough`; says whether all are laid. To be called in idle time.
   */
  prepare(isEnough: () => boolean): boolean {
    while (this.#oldest().version > 0 && !isEnough()) this.#lay();
    return this.#oldest().version === 0;
  }

  /** Goes on to a newer state; false where its log does not go on from the one that is known. Cost: the new events. */
  follow(state: DocumentState): boolean {
    const { version } = state.history;
    if (version < this.version) return false;
    const added = [...newestFirst(state.history, this.version)];
    const oldest = added.at(-1);
    const known = oldest === undefined ? state.history.tip : oldest.previous;
    if (known !== (this.#nodes.at(-1) ?? null)) return false;
    if (oldest === undefined) return true;
    for (const node of added.reverse()) this.#nodes.push(node);
    const previous = this.#frames.at(-2);
    // The frame of the newest version replaces the last one until there are enough operations since the frame before.
    if (previous !== undefined && this.#operationsBetween(previous.version, version) < this.#spacing)
      this.#frames.pop();
    this.#frames.push({ version, body: state.body });
    this.#thin();
    return true;
  }

  #check(version: number): void {
    if (!Number.isInteger(version) || version < 0 || version > this.version)
      throw new RangeError(`There is no version ${version}: the log has ${this.version}`);
  }

  /** Whether it is less to go from before the first event than to lay frames down to a version. */
  #isNearOrigin(version: number): boolean {
    return this.#origin !== null && version < this.#oldest().version - version;
  }

  #oldest(): KeyFrame {
    return this.#frames[0] as KeyFrame;
  }

  #event(version: number): InvertibleEvent {
    return (this.#nodes[version - 1] as HistoryNode).event;
  }

  /** Lays the next frame before the oldest one. Not where somebody looked: the way from either side is short enough. */
  #lay(): void {
    const from = this.#oldest();
    let to = from.version;
    let operations = 0;
    while (to > 0 && operations < this.#spacing) operations += this.#event(to--).inverse.length;
    this.#frames.unshift({ version: to, body: this.#walk(from, to) });
    this.#thin();
  }

  #thin(): void {
    if (this.#frames.length <= FRAME_LIMIT) return;
    const last = this.#frames.length - 1;
    // The two ends stay: the newest version, and how far frames are laid.
    this.#frames = this.#frames.filter((_, index) => index === 0 || index === last || (last - index) % 2 === 0);
    this.#spacing *= 2;
  }

  /** The frame, or what was shown last, that is the fewest events away. */
  #nearest(version: number): KeyFrame {
    let low = 0;
    let high = this.#frames.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#frames[middle] as KeyFrame).version < version) low = middle + 1;
      else high = middle;
    }
    const distance = (frame: KeyFrame) => Math.abs(frame.version - version);
    let nearest = this.#shown;
    for (const frame of [this.#frames[low], this.#frames[low - 1] ?? this.#origin])
      if (frame != null && distance(frame) < distance(nearest)) nearest = frame;
    return nearest;
  }

  #walk(from: KeyFrame, to: number): Body {
    const target = new PatchTarget(from.body, { tracksTouched: false });
    for (let version = from.version; version < to; version++) target.apply(this.#event(version + 1).patch);
    for (let version = from.version; version > to; version--) target.apply(this.#event(version).inverse);
    return target.body;
  }

  #operationsBetween(from: number, to: number): number {
    let operations = 0;
    for (let version = from + 1; version <= to && operations < this.#spacing; version++)
      operations += this.#event(version).patch.length;
    return operations;
  }
}

/** Whether there was nothing before the event of a version. */
function beginsDocument(first: HistoryNode | undefined): boolean {
  if (first === undefined) return false;
  const [undoing, ...others] = first.event.inverse;
  return undoing?.op === 'remove' && undoing.path === '' && others.length === 0;
}
