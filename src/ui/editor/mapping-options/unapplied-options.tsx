import { saveOptions } from '../../../machines/save-options.ts';
import { showRejection } from '../../actions/dispatch-with-feedback.ts';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { focusInvalid } from '../../kit/focus-invalid.ts';
import { useOpenEditor } from '../fields/editor-context.tsx';
import styles from './options-pane.module.css';

interface UnappliedOptionsProps {
  readonly form: 'configuration' | 'templates';
  readonly isChanged: boolean;
}

/** A note that the changes in a tab are not part of the document yet, with buttons to discard and to apply them. */
export function UnappliedOptions({ form, isChanged }: UnappliedOptionsProps) {
  const { editor } = useOpenEditor();
  const apply = () => {
    for (const rejected of saveOptions(editor)) showRejection({ rejected });
    focusInvalid();
  };
  return (
    <div className={styles['unapplied']} role="status">
      {isChanged && (
        <>
          <Chip tone="warning">Not applied</Chip>
          <Button
            size="small"
            onPress={() => editor.dispatch({ type: 'unapplied.discard', payload: { form, field: null } })}
          >
            Discard
          </Button>
          <Button size="small" onPress={apply}>
            Apply
          </Button>
        </>
      )}
    </div>
  );
}
