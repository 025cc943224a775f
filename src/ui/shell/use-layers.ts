import { useRef, useState } from 'react';

export type Layer = 'palette' | 'shortcuts' | 'name';

interface Layers {
  readonly layer: Layer | null;
  readonly open: (layer: Layer) => void;
  readonly close: () => void;
  /** Text that was typed into the open layer before its code was loaded. */
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  /** Enter was pressed after that text. */
  readonly isEntered: boolean;
  readonly enter: () => void;
}

/**
 * The open dialog of the shell. On closing, the focus returns to where it was, even where the code of the dialog was
 * loaded late.
 */
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
    // After the dialog has returned the focus itself; a dialog that was loaded late returns it to its placeholder.
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
