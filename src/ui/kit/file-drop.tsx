import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button, type ButtonVariant } from './button.tsx';
import styles from './file-drop.module.css';
import { FileInput, Upload, type Icon } from './icons/icons.ts';

/** A text that was given: a dropped or chosen file, or a pasted text. */
export interface GivenText {
  /** Null for a paste. */
  readonly fileName: string | null;
  readonly sizeBytes: number;
  /** Absent for a paste. */
  readonly file?: File;
  /** Reads the text; check `sizeBytes` first. */
  readonly read: () => Promise<string>;
}

interface FileDropProps {
  readonly children: ReactNode;
  /** What can be dropped, shown over the screen while a file is dragged. */
  readonly hint: string;
  /** Called once for each file, in order. */
  readonly onGiven: (given: GivenText) => void;
  /** Neither drops nor pastes are accepted, for instance while a dialog is open. */
  readonly isDisabled?: boolean;
}

function fromFile(file: File): GivenText {
  return { fileName: file.name, sizeBytes: file.size, file, read: () => file.text() };
}

function isTextEntry(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null)
  );
}

/**
 * Accepts files dropped anywhere on the window, and text pasted outside text fields. For the keyboard, place a {@link
 * ChooseFile} too.
 */
export function FileDrop({ children, hint, onGiven, isDisabled = false }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const give = useRef(onGiven);
  useEffect(() => {
    give.current = onGiven;
  });
  useEffect(() => {
    if (isDisabled) return;
    // A drag enters and leaves every element on its way.
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onDragEnter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth++;
      setIsOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    const onDragOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      depth = 0;
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      for (const file of event.dataTransfer?.files ?? []) give.current(fromFile(file));
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isTextEntry(event.target) || event.defaultPrevented) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      for (const file of files) give.current(fromFile(file));
      if (files.length === 0 && text !== '')
        give.current({ fileName: null, sizeBytes: text.length, read: () => Promise.resolve(text) });
    };
    window.addEventListener('dragenter', onDragEnter);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    window.addEventListener('paste', onPaste);
    return () => {
      setIsOver(false);
      window.removeEventListener('dragenter', onDragEnter);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('paste', onPaste);
    };
  }, [isDisabled]);
  return (
    <>
      {children}
      {isOver && (
        <div className={styles['overlay']}>
          <p className={styles['hint']}>
            <Upload size={20} aria-hidden />
            {hint}
          </p>
        </div>
      )}
    </>
  );
}

interface ChooseFileProps {
  readonly children: ReactNode;
  readonly onGiven: (given: GivenText) => void;
  /** File extensions and media types, such as `.json`. */
  readonly accept?: readonly string[];
  readonly allowsMultiple?: boolean;
  readonly variant?: ButtonVariant;
  readonly icon?: Icon;
}

/** A button that opens the system's file dialog. */
export function ChooseFile({
  children,
  onGiven,
  accept,
  allowsMultiple = false,
  variant = 'secondary',
  icon = FileInput,
}: ChooseFileProps) {
  return (
    <FileTrigger
      allowsMultiple={allowsMultiple}
      {...(accept && { acceptedFileTypes: [...accept] })}
      onSelect={(files) => {
        for (const file of files ?? []) onGiven(fromFile(file));
      }}
    >
      <Button variant={variant} icon={icon}>
        {children}
      </Button>
    </FileTrigger>
  );
}
