import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { useOpenEditor } from '../fields/editor-context.tsx';
import styles from './options-pane.module.css';

interface UnappliedOptionsProps {
  readonly form: 'configuration' | 'templates';
  readonly isChanged: boolean;
}

/**
 * A note that the changes in a tab are not part of the document yet and when they will be, with a button to discard
 * them.
 */
export function UnappliedOptions({ form, isChanged }: UnappliedOptionsProps) {
  const { editor } = useOpenEditor();
  return (
    <div className={styles['unapplied']} role="status">
      {isChanged && (
        <>
          <Chip tone="warning">Not applied</Chip>
          <span className={styles['unappliedText']}>Changes are applied when you leave this tab.</span>
          <Button
            size="small"
            onPress={() => editor.dispatch({ type: 'unapplied.discard', payload: { form, field: null } })}
          >
            Discard
          </Button>
        </>
      )}
    </div>
  );
}
