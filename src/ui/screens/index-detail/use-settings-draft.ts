import { createAtom } from '@xstate/store';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { errorText, isObject, member, type JsonObject } from '#domain/json';
import type { UnappliedContent } from '#domain/ports';
import { UNAPPLIED_FORMAT } from '../../../machines/unapplied-content.ts';
import type { UnappliedSource } from '../../../machines/unapplied-keeper.ts';
import { showToast } from '../../kit/toast.tsx';
import { keepTyped } from '../../platform/keep-typed.ts';
import { useServices, type Services } from '../../platform/services.ts';

/** Settings that are being changed: the text, and the live settings that it was begun on. */
export interface SettingsDraft {
  readonly base: JsonObject;
  readonly text: string;
}

export interface OpenSettingsDraft {
  /** Null while the text is that of the index. */
  readonly draft: SettingsDraft | null;
  readonly setDraft: (draft: SettingsDraft | null) => void;
  /** Drafts that this version can't read, to be copied. */
  readonly unreadable: readonly UnappliedContent[];
  readonly forget: (content: UnappliedContent) => void;
}

interface Opened {
  readonly source: DraftSource;
  readonly unreadable: readonly UnappliedContent[];
}

interface DraftSource extends UnappliedSource {
  get(): SettingsDraft | null;
  set(draft: SettingsDraft | null): void;
}

/** The draft of an index' settings, kept until it is sent or discarded; null while it is looked up. */
export function useSettingsDraft(stream: string): OpenSettingsDraft | null {
  const services = useServices();
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useEffectEvent(() => openInto(stream, services, setOpened));
  useEffect(() => open(), [stream, services]);
  const draft = useSyncExternalStore(
    opened?.source.subscribe ?? subscribeToNothing,
    () => opened?.source.get() ?? null,
  );
  if (opened === null) return null;
  return {
    draft,
    setDraft: opened.source.set,
    unreadable: opened.unreadable,
    forget(content) {
      services.unapplied.remove(content).then(
        () => setOpened({ ...opened, unreadable: opened.unreadable.filter((other) => other !== content) }),
        (error: unknown) => showToast({ kind: 'danger', title: 'Nothing was discarded', text: errorText(error) }),
      );
    },
  };
}

const subscribeToNothing = () => () => undefined;

/** Looks up what was left, and keeps what is typed from then on until the function that it returns is called. */
function openInto(stream: string, services: Services, setOpened: (opened: Opened | null) => void): () => void {
  let isGone = false;
  let stop: () => void = () => undefined;
  void readLeft(stream, services)
    .catch((error: unknown) => {
      showToast({ kind: 'warning', title: 'Unapplied changes can’t be loaded', text: errorText(error) });
      return { draft: null, unreadable: [] };
    })
    .then(({ draft, unreadable }) => {
      if (isGone) return;
      const source = draftSource(stream, draft);
      ({ stop } = keepTyped(source, services));
      setOpened({ source, unreadable });
    });
  return () => {
    isGone = true;
    stop();
    setOpened(null);
  };
}

function draftSource(stream: string, left: SettingsDraft | null): DraftSource {
  const draft = createAtom<SettingsDraft | null>(left);
  return {
    stream,
    get: () => draft.get(),
    set: (next) => draft.set(next),
    subscribe: (listener) => draft.subscribe(listener).unsubscribe,
    read() {
      const current = draft.get();
      if (current === null) return [];
      const { base, text } = current;
      return [{ form: 'settings', field: null, baseVersion: 0, values: { base, text }, isOpen: true, tab: null }];
    },
  };
}

function draftOf({ format, values }: UnappliedContent): SettingsDraft | null {
  if (format !== UNAPPLIED_FORMAT || !isObject(values)) return null;
  const base = member(values, 'base');
  const text = member(values, 'text');
  return isObject(base) && typeof text === 'string' ? { base, text } : null;
}

/** The draft that this tab or one that is gone has left, and those that can't be read. */
async function readLeft(
  stream: string,
  { unapplied, presence }: Services,
): Promise<{ readonly draft: SettingsDraft | null; readonly unreadable: readonly UnappliedContent[] }> {
  const isGone = await presence.findGone();
  await unapplied.adopt(stream, presence.id, (content) => isGone(content.tab) && draftOf(content) !== null);
  const records = (await unapplied.read(stream)).filter(({ tab }) => tab === presence.id || isGone(tab));
  const own = records.findLast((record) => record.tab === presence.id && draftOf(record) !== null);
  return {
    draft: own === undefined ? null : draftOf(own),
    // Of several that can be read the newest is restored, and the others can be copied.
    unreadable: records.filter((record) => record !== own),
  };
}
