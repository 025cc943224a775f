import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { JsonEditor, type TextFault } from '../../kit/json-editor.tsx';
import styles from './json-pane.module.css';
import { useOpenEditor } from './editor-context.tsx';
import type { JsonDraft } from './use-json-draft.ts';

interface JsonPaneProps {
  readonly draft: JsonDraft;
  readonly isReadOnly: boolean;
  /** Why the tree could not be shown. */
  readonly error: string | null;
  readonly initialCursor: number | undefined;
  readonly onCursor: (offset: number) => void;
}

const NO_FAULTS: readonly TextFault[] = [];

/** The mappings as text. */
export function JsonPane({ draft, isReadOnly, error, initialCursor, onCursor }: JsonPaneProps) {
  const { noun } = useOpenEditor().document;
  const { text, isChanged, isOvertaken, fault } = draft;
  return (
    <section className={styles['pane']} aria-label="Mappings as JSON">
      {error !== null && (
        <Banner kind="danger" title={error}>
          {fault === null
            ? 'Change the text, or stay in this view.'
            : `Line ${fault.line}, column ${fault.column}: ${fault.reason}.`}{' '}
          Nothing was changed.
        </Banner>
      )}
      {isOvertaken && (
        <Banner
          kind="warning"
          title="The mappings were changed elsewhere since you began"
          actions={<Button onPress={draft.discard}>Discard my text</Button>}
        >
          Applying your text replaces what was changed there. It stays in the history.
        </Banner>
      )}
      <div className={styles['editor']}>
        <JsonEditor
          ariaLabel="Mappings object"
          height="100%"
          value={text}
          isReadOnly={isReadOnly}
          autoFocus
          errors={fault === null ? NO_FAULTS : [fault]}
          onChange={draft.setText}
          onCursor={onCursor}
          {...(initialCursor !== undefined && { initialCursor })}
        />
      </div>
      {!isReadOnly && (
        <footer className={styles['footer']}>
          <p className={styles['note']} role="status">
            {fault !== null && isChanged
              ? `Line ${fault.line}, column ${fault.column}: ${fault.reason}`
              : isChanged
                ? `Changed, and not part of the ${noun} yet.`
                : `The text is what the ${noun} has.`}
          </p>
          <Button onPress={draft.discard} isDisabled={!isChanged}>
            Discard
          </Button>
          <Button variant="primary" onPress={() => draft.apply()} isDisabled={!isChanged || fault !== null}>
            Apply
          </Button>
        </footer>
      )}
    </section>
  );
}
