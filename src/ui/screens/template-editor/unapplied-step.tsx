import type { StepForm } from '#domain/ports';
import { useOpenEditor } from '../../editor/fields/editor-context.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import styles from './template-editor.module.css';

interface UnappliedStepProps {
  readonly form: StepForm;
  readonly isChanged: boolean;
  readonly onApply: () => void;
}

/** That what is typed in a step is not part of the template yet, the way there, and the way back. */
export function UnappliedStep({ form, isChanged, onApply }: UnappliedStepProps) {
  const { editor } = useOpenEditor();
  return (
    <div className={styles['unapplied']} role="status">
      {isChanged && (
        <>
          <Chip tone="warning">Not applied</Chip>
          <span className={styles['unappliedText']}>Valid changes are applied when you leave this step.</span>
          <Button
            size="small"
            onPress={() => editor.dispatch({ type: 'unapplied.discard', payload: { form, field: null } })}
          >
            Discard
          </Button>
          <Button size="small" onPress={onApply}>
            Apply
          </Button>
        </>
      )}
    </div>
  );
}
