import type { StepForm } from '../../../machines/forms/registry.ts';
import { useOpenEditor } from '../../editor/fields/editor-context.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import styles from './template-editor.module.css';

interface UnappliedStepProps {
  readonly form: StepForm;
  readonly isChanged: boolean;
  readonly onApply: () => void;
}

/** Notice that the values of a step are not part of the template yet, with buttons to apply and to discard them. */
export function UnappliedStep({ form, isChanged, onApply }: UnappliedStepProps) {
  const { editor } = useOpenEditor();
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
          <Button size="small" onPress={onApply}>
            Apply
          </Button>
        </>
      )}
    </div>
  );
}
