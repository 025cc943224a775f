import { useEffect, useEffectEvent, useState, useSyncExternalStore, type SetStateAction } from 'react';
import { deepEqual, toJsonObject } from '#domain/json';
import type { UnappliedContent } from '#domain/ports';
import { showToast } from '../kit/toast.tsx';
import { errorWords } from './error-words.ts';
import { useOpenServices } from './services.ts';
import { openTypedForm, type OpenedForm, type SentForm } from './typed-form-source.ts';
import { typedFormLabel, type RequestForm, type TypedForm } from './typed-forms.ts';

export interface OpenForm<Values> extends SentForm {
  /** The content of the form, within a sentence. */
  readonly label: string;
  /** Null while nothing is typed. */
  readonly values: Values | null;
  /** Null where it was discarded. */
  readonly setValues: (values: SetStateAction<Values | null>) => void;
  /** Content that can't be put into the form, to be copied. */
  readonly unreadable: readonly UnappliedContent[];
  readonly forget: (content: UnappliedContent) => void;
}

/**
 * The content of a form that sends a request, kept until it is sent or discarded; null while it is looked up, before
 * the storage is open, and where there is no stream. Input before that would be lost when the form is left.
 */
export function useTypedForm<Form extends RequestForm>(
  form: Form,
  stream: string | null,
): OpenForm<TypedForm<Form>> | null {
  const services = useOpenServices();
  const [opened, setOpened] = useState<OpenedForm<TypedForm<Form>> | null>(null);
  const open = useEffectEvent(() =>
    services === null || stream === null ? undefined : openTypedForm(form, stream, services, setOpened),
  );
  useEffect(() => open(), [form, stream, services]);
  const values = useSyncExternalStore(
    opened?.source.subscribe ?? subscribeToNothing,
    () => opened?.source.get() ?? null,
  );
  if (opened === null || services === null) return null;
  return {
    label: typedFormLabel(form),
    values,
    setValues: opened.source.set,
    send: opened.send,
    unreadable: opened.unreadable,
    forget(content) {
      services.unapplied.remove(content).then(
        () => setOpened({ ...opened, unreadable: opened.unreadable.filter((other) => other !== content) }),
        (error: unknown) => showToast({ kind: 'danger', title: 'Nothing was discarded', text: errorWords(error) }),
      );
    },
  };
}

const subscribeToNothing = () => () => undefined;

/** The values of a form, and a function that changes some of them. Initial values are not kept. */
export function typedOver<Values extends object>(
  opened: Pick<OpenForm<Values>, 'values' | 'setValues'> | null,
  initial: Values,
): readonly [values: Values, change: (part: Partial<Values>) => void] {
  const change = (part: Partial<Values>) =>
    opened?.setValues((before) => {
      const after = { ...(before ?? initial), ...part };
      return deepEqual(toJsonObject(after), toJsonObject(initial)) ? null : after;
    });
  return [opened?.values ?? initial, change];
}
