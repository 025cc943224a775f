import type { Pointer } from '../json/pointer.ts';

/** Something in mappings that an engine refuses, as far as the mappings alone show it. */
export interface ForeseenRefusal {
  /** In the update. */
  readonly at: Pointer;
  /** Of the field as people write it, or the member of the mappings. */
  readonly path: string;
  /** A sentence. */
  readonly reason: string;
}
