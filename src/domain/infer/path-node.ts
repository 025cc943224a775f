import { DistinctCount, type Hash, type SlotBudget } from './distinct.ts';
import { MAX_NAME_LINES, SAMPLE_SIZE } from './limits.ts';
import { ALL_DATES, ALL_FORMS } from './text-forms.ts';

/** A key of an object as documents write it, and its field. */
export interface Edge {
  /** As written between the quotes. */
  readonly bytes: Uint8Array;
  readonly name: string;
  /** Whether some engine refuses the name. */
  readonly isSuspect: boolean;
  /** The number of the path. */
  readonly node: number;
  /** The last object that had the key, by its number. */
  stamp: number;
  /** Which one followed it last time: most documents have the same order. */
  next: Edge | null;
}

/** A distinct value whose text is kept. */
interface Sample {
  readonly hash: Hash;
  /** As JSON, of a long string the beginning. */
  readonly json: string;
  readonly isCut: boolean;
}

/** What all values at one path come to. Its size has a limit, whatever the documents are. */
export class PathNode {
  readonly id: number;
  /** Levels from the root. */
  readonly levels: readonly string[];
  readonly parent: PathNode | null;
  /** By the key as it is decoded. */
  edges = new Map<string, Edge>();
  /** By the level that a name says; keys with dots lead through several. */
  children = new Map<string, PathNode>();
  first: Edge | null = null;
  /** Takes all that is below an object whose keys are not told apart. */
  sink: PathNode | null = null;
  readonly isSink: boolean;

  documents = 0;
  lastDocument = -1;
  nulls = 0;
  nullsInLists = 0;
  booleans = 0;
  longs = 0;
  floats = 0;
  strings = 0;
  objects = 0;
  /** Objects that only the dots in a name say. */
  dotted = 0;
  lists = 0;
  emptyLists = 0;
  listsInLists = 0;
  /** Values that are in no list. */
  single = 0;

  minNumber = Number.POSITIVE_INFINITY;
  maxNumber = Number.NEGATIVE_INFINITY;
  negatives = 0;
  /** Whole numbers beyond 64 bits, with a sign and without. */
  beyondLong = 0;
  beyondUnsigned = 0;
  /** Numbers that no double holds. */
  infinite = 0;
  /** Digits of the longest number, without zeros in front. */
  maxDigits = 0;

  emptyStrings = 0;
  withSpaces = 0;
  maxChars = 0;
  minChars = Number.POSITIVE_INFINITY;
  totalChars = 0;
  maxBytes = 0;
  hasNul = false;
  /** What every string is; see `text-forms.ts`. */
  forms = ALL_FORMS;
  /** Formats that read every date, and the first format of each. */
  everyDate = ALL_DATES;
  usedDates = 0;

  /** Of lists that may be vectors: their length, 0 where none was seen, -1 where they are none. */
  vectorLength = 0;
  hasZeroVector = false;
  lastVectorDocument = -1;

  /** Below an object whose keys are not told apart. */
  maxKeyBytes = 0;
  deepest = 0;
  keys: DistinctCount | null = null;
  /** Whether keys were left out because there are too many paths. */
  hasLeftOut = false;
  /** Lines of a name that some engine refuses, and how many there are. */
  nameLines: number[] = [];
  nameCount = 0;
  firstLine = 0;

  readonly distinct: DistinctCount;
  /** Those with the smallest hashes, so that the order of documents makes no difference. */
  samples: Sample[] = [];
  sampleLimit = Number.POSITIVE_INFINITY;
  /** The first value as it is written: dynamic mapping decides by it. */
  firstValue: string | null = null;

  constructor(id: number, parent: PathNode | null, levels: readonly string[], budget: SlotBudget, isSink = false) {
    this.id = id;
    this.parent = parent;
    this.levels = levels;
    this.isSink = isSink;
    this.distinct = new DistinctCount(budget);
  }

  get path(): string {
    return this.levels.join('.');
  }

  get numbers(): number {
    return this.longs + this.floats;
  }

  /** Values that are no objects and not null. */
  get scalars(): number {
    return this.booleans + this.longs + this.floats + this.strings;
  }

  noteLine(line: number): void {
    this.nameCount++;
    if (this.nameLines.length < MAX_NAME_LINES && this.nameLines.at(-1) !== line) this.nameLines.push(line);
  }

  /** Keeps a value where its hash is among the smallest. */
  keep(hash: Hash, json: string, isCut: boolean): void {
    const { samples } = this;
    if (samples.some((each) => each.hash === hash)) return;
    let at = samples.length;
    while (at > 0 && (samples[at - 1]?.hash ?? 0) > hash) at--;
    samples.splice(at, 0, { hash, json, isCut });
    if (samples.length > SAMPLE_SIZE) samples.pop();
    if (samples.length === SAMPLE_SIZE) this.sampleLimit = samples.at(-1)?.hash ?? 0;
  }
}
