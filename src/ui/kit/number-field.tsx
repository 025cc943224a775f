import {
  Button,
  Group,
  Input,
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
} from 'react-aria-components';
import { classNames } from './class-names.ts';
import { FieldLabel, FieldNotes, hasError, type FieldProps } from './field.tsx';
import styles from './field.module.css';
import { ChevronDown, ChevronUp } from './icons/icons.ts';

interface NumberFieldProps
  extends
    FieldProps,
    Omit<
      AriaNumberFieldProps,
      'className' | 'style' | 'children' | 'isInvalid' | 'value' | 'onChange' | 'defaultValue'
    > {
  /** Null where nothing is entered. */
  readonly value: number | null;
  /** Called when the field is left, on Enter and by the stepper buttons. */
  readonly onChange: (value: number | null) => void;
  readonly placeholder?: string;
}

/** A number, or no number. Digits are not grouped, so that the shown text is the text to enter. */
export function NumberField({
  label,
  isLabelHidden,
  description,
  errorMessage,
  value,
  onChange,
  placeholder,
  ...rest
}: NumberFieldProps) {
  return (
    <AriaNumberField
      formatOptions={{ useGrouping: false, maximumFractionDigits: 20 }}
      {...rest}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      isInvalid={hasError(errorMessage)}
      className={styles['field'] ?? ''}
    >
      <FieldLabel label={label} {...(isLabelHidden && { isLabelHidden })} />
      <Group className={classNames(styles['box'])}>
        <Input className={styles['input'] ?? ''} {...(placeholder !== undefined && { placeholder })} />
        <span className={styles['steppers']}>
          <Button slot="increment" className={styles['boxButton'] ?? ''}>
            <ChevronUp size={12} aria-hidden />
          </Button>
          <Button slot="decrement" className={styles['boxButton'] ?? ''}>
            <ChevronDown size={12} aria-hidden />
          </Button>
        </span>
      </Group>
      <FieldNotes description={description} errorMessage={errorMessage} />
    </AriaNumberField>
  );
}
