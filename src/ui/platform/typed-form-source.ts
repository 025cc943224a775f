import { createAtom } from '@xstate/store';
import type { SetStateAction } from 'react';
import { deepEqual, toJsonObject } from '#domain/json';
import { UNAPPLIED_FORMAT, type UnappliedContent } from '#domain/ports';
import type { UnappliedSource } from '../../machines/unapplied-keeper.ts';
import { showToast } from '../kit/toast.tsx';
import { errorWords } from './error-words.ts';
import { keepTyped } from './keep-typed.ts';
import type { Services } from './services.ts';
import { readTypedForm, type RequestForm, type TypedForm } from './typed-forms.ts';

/** A form whose content becomes a request. */
export interface SentForm {
  /**
   * Notes that the present content is on its way. Call the returned function with the outcome: after a success the sent
   * content is dropped, wherever the form is open by now, and content that was typed since stays.
   */
  readonly send: () => (isDone: boolean) => void;
}

interface FormSource<Values> extends UnappliedSource {
  get(): Values | null;
  set(values: SetStateAction<Values | null>): void;
}

export interface OpenedForm<Values> extends SentForm {
  readonly source: FormSource<Values>;
  readonly unreadable: readonly UnappliedContent[];
}

/** A form of this page that is open or whose request is on its way. */
interface SharedForm {
  users: number;
  /** Requests that are on their way. */
  sent: number;
  readonly whenRead: Promise<OpenedForm<unknown>>;
  stop: () => void;
}

/** The forms of a page by their stream: a form that is reopened while its request is on its way is the same one. */
const shared = new WeakMap<Services, Map<string, SharedForm>>();

/** Reads the stored content of a form, and keeps what is typed from then on until the returned function is called. */
export function openTypedForm<Form extends RequestForm>(
  form: Form,
  stream: string,
  services: Services,
  setOpened: (opened: OpenedForm<TypedForm<Form>> | null) => void,
): () => void {
  const forms = shared.get(services) ?? new Map<string, SharedForm>();
  shared.set(services, forms);
  const entry = forms.get(stream) ?? shareForm(form, stream, services, forms);
  forms.set(stream, entry);
  entry.users++;
  let isGone = false;
  void entry.whenRead.then((opened) => {
    if (!isGone) setOpened(opened as OpenedForm<TypedForm<Form>>);
  });
  return () => {
    isGone = true;
    entry.users--;
    letGo(entry, stream, forms);
    setOpened(null);
  };
}

function letGo(entry: SharedForm, stream: string, forms: Map<string, SharedForm>): void {
  if (entry.users > 0 || entry.sent > 0) return;
  if (forms.get(stream) === entry) forms.delete(stream);
  // Its content may not have been read yet.
  void entry.whenRead.then(() => entry.stop());
}

function shareForm(form: RequestForm, stream: string, services: Services, forms: Map<string, SharedForm>): SharedForm {
  const entry: SharedForm = {
    users: 0,
    sent: 0,
    stop: () => undefined,
    whenRead: readLeft(form, stream, services)
      .catch((error: unknown) => {
        showToast({ kind: 'warning', title: 'Unapplied changes can’t be loaded', text: errorWords(error) });
        return { values: null, unreadable: [] };
      })
      .then(({ values, unreadable }) => {
        const source = formSource(form, stream, values);
        const keeper = keepTyped(source, services);
        entry.stop = () => {
          keeper.stop();
          // Content that is emptied while the form is closed is removed, too; where that fails it is in the form again.
          source.subscribe(() => {
            if (source.get() !== null || forms.has(stream)) return;
            const { unapplied, presence, clock } = services;
            unapplied.remove({ stream, form, field: null, tab: presence.id, at: clock.now() }).catch(() => undefined);
          });
        };
        return {
          source: source as FormSource<unknown>,
          unreadable,
          send() {
            const typed = source.get();
            entry.sent++;
            return (isDone) => {
              entry.sent--;
              if (isDone && isSameContent(source.get(), typed)) source.set(null);
              letGo(entry, stream, forms);
            };
          },
        };
      }),
  };
  return entry;
}

/** The values after they were set. */
function valuesAfter<Values>(next: SetStateAction<Values>, before: Values): Values {
  return typeof next === 'function' ? (next as (before: Values) => Values)(before) : next;
}

/** Whether two forms have the same content. */
function isSameContent(a: object | null, b: object | null): boolean {
  return a === b || (a !== null && b !== null && deepEqual(toJsonObject(a), toJsonObject(b)));
}

function formSource<Form extends RequestForm>(
  form: Form,
  stream: string,
  left: TypedForm<Form> | null,
): FormSource<TypedForm<Form>> {
  type Typed = TypedForm<Form> | null;
  const values = createAtom<Typed>(left);
  return {
    stream,
    get: () => values.get(),
    set: (next) => values.set((before) => valuesAfter(next, before)),
    subscribe: (listener) => values.subscribe(listener).unsubscribe,
    read() {
      const typed = values.get();
      if (typed === null) return [];
      return [{ form, field: null, baseVersion: 0, values: toJsonObject(typed), isOpen: true, tab: null }];
    },
  };
}

/** The content that this tab or a closed one has left, and content that can't be read. */
async function readLeft<Form extends RequestForm>(
  form: Form,
  stream: string,
  { unapplied, presence }: Services,
): Promise<{ readonly values: TypedForm<Form> | null; readonly unreadable: readonly UnappliedContent[] }> {
  const read = ({ format, values }: UnappliedContent) =>
    format === UNAPPLIED_FORMAT ? readTypedForm(form, values) : null;
  const isGone = await presence.findGone();
  await unapplied.adopt(stream, presence.id, (content) => isGone(content.tab) && read(content) !== null);
  const records = (await unapplied.read(stream)).filter(({ tab }) => tab === presence.id || isGone(tab));
  const own = records.findLast((record) => record.tab === presence.id && read(record) !== null);
  return {
    values: own === undefined ? null : read(own),
    // Of several readable records the newest is restored, and the others can be copied.
    unreadable: records.filter((record) => record !== own),
  };
}
