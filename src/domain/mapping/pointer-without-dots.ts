import { formatPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { MAX_DEPTH } from '../json/value.ts';

/** The place of a field once each dot in a name is an object: `/properties/a.b` is `/properties/a/properties/b`. */
export function pointerWithoutDots(at: Pointer): Pointer {
  const tokens = parsePointer(at);
  return formatPointer(
    tokens.flatMap((token, place) => {
      const holder = tokens[place - 1];
      const isName = place % 2 === 1 && holder === 'properties';
      return isName
        ? token.split('.', MAX_DEPTH).flatMap((name, depth) => (depth === 0 ? [name] : [holder, name]))
        : [token];
    }),
  );
}
