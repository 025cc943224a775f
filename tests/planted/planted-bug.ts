/** The parts of Mapledger that planted bugs are spread over. */
export const AREAS = ['domain', 'import', 'history', 'machines', 'stores', 'sandbox', 'templates', 'plans'] as const;
export type Area = (typeof AREAS)[number];

/** A small defect such as people make: one text of one file in the place of another. */
export interface PlantedBug {
  /** In kebab case, and no other bug's. */
  readonly name: string;
  /** What a user would lose by it, in one sentence. */
  readonly loses: string;
  /** From the root of the checkout. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly found: string;
  readonly put: string;
  /** Names of browser tests that are the place to find it, as Vitest filters them; absent where none is needed. */
  readonly browserTests?: readonly string[];
}
