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
import { numberFault } from './number-fault.ts';

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

/**
 * A number, or no number. Digits are not grouped, so that the shown text is the text to enter. With `minValue`, a whole
 * number; one outside the range stays as it was entered, and the field says what is wrong.
 */
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
  const { minValue, maxValue } = rest;
  const fault = errorMessage ?? (minValue === undefined ? undefined : numberFault(value, minValue, maxValue));
  return (
    <AriaNumberField
      formatOptions={{ useGrouping: false, maximumFractionDigits: 20 }}
      {...rest}
      commitBehavior="validate"
      validationBehavior="aria"
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      isInvalid={hasError(fault)}
      className={styles['field'] ?? ''}
    >
      <FieldLabel label={label} {...(isLabelHidden && { isLabelHidden })} />
      {/* Otherwise the group would be what is invalid, and take the focus in place of the input. */}
      <Group className={classNames(styles['box'])} isInvalid={hasError(fault)} aria-invalid="false">
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
      <FieldNotes description={hasError(fault) && description !== undefined ? '' : description} errorMessage={fault} />
    </AriaNumberField>
  );
}
