import {
  Input,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components';
import { classNames } from './class-names.ts';
import { FieldLabel, FieldNotes, hasError, type FieldProps } from './field.tsx';
import styles from './field.module.css';

interface TextFieldProps
  extends FieldProps, Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> {
  readonly placeholder?: string;
  /** For names, paths and JSON. */
  readonly isMono?: boolean;
  readonly isMultiline?: boolean;
}

/** A line or, with `isMultiline`, a few lines of text. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    isLabelHidden,
    description,
    errorMessage,
    placeholder,
    isMono = false,
    isMultiline = false,
    ...rest
  } = props;
  const shared = {
    className: classNames(styles['input'], styles['box'], isMono && styles['mono']),
    ...(placeholder !== undefined && { placeholder }),
  };
  return (
    <AriaTextField
      spellCheck="false"
      autoComplete="off"
      {...rest}
      isInvalid={hasError(errorMessage)}
      className={styles['field'] ?? ''}
    >
      <FieldLabel label={label} {...(isLabelHidden && { isLabelHidden })} />
      {isMultiline ? <TextArea {...shared} /> : <Input {...shared} />}
      <FieldNotes description={description} errorMessage={errorMessage} />
    </AriaTextField>
  );
}
