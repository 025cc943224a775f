import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media query matches, for differences that a style sheet can't express. The widths are those of the style
 * sheets (theme/README.md).
 */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
