import { useRef, useState } from 'react';

export type Layer = 'palette' | 'shortcuts' | 'name';

interface Layers {
  readonly layer: Layer | null;
  readonly open: (layer: Layer) => void;
  readonly close: () => void;
  /** What was typed into the layer that is open before its code was there. */
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  /** Enter was pressed after that. */
  readonly isEntered: boolean;
  readonly enter: () => void;
}

/** Which dialog of the shell is open. The focus goes back to where it was, also where the code of the dialog came late. */
export function useLayers(): Layers {
  const [layer, setLayer] = useState<Layer | null>(null);
  const [typed, setTyped] = useState('');
  const [isEntered, setIsEntered] = useState(false);
  const before = useRef<Element | null>(null);
  const open = (next: Layer) => {
    if (layer === null) before.current = document.activeElement;
    setTyped('');
    setIsEntered(false);
    setLayer(next);
  };
  const close = () => {
    setLayer(null);
    const element = before.current;
    // After the dialog has given the focus back itself; one that came late gives it to what held its place.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && element instanceof HTMLElement) element.focus();
      }),
    );
  };
  return {
    layer,
    open,
    close,
    typed,
    setTyped(text) {
      setTyped(text);
      setIsEntered(false);
    },
    isEntered,
    enter: () => setIsEntered(true),
  };
}
