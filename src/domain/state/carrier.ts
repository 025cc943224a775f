import type { Body, CopiedContainer } from '../json/patch.ts';
import type { Pointer } from '../json/pointer.ts';

/** A read model that hangs on the containers of a body, and is carried from one version of the body to the next. */
export interface Carrier {
  /** Works it out for a body that no event has changed yet. Absent where that waits until somebody asks. */
  readonly prepare?: (body: Body, mappingsAt: Pointer) => void;
  /** Carries it over one event. Cost: the containers that the event copied, and their members that it touched. */
  readonly carry: (copies: Iterable<CopiedContainer>) => void;
}
