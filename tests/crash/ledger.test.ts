import { expect, it } from 'vitest';
import { openState } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { formatJson } from '#domain/json';
import { EMPTY_HEAD, formatLog, openLog, sealAfter } from '#domain/log';
import { ada, sampleHistory } from '../contracts/sample-history.ts';
import { ledger } from './ledger.ts';
import type { OpenedReport } from './protocol.ts';

const [created] = sampleHistory().events as [DocumentEvent];

/** What a tab reports that has opened a stream with nothing but its creation, and lists streams with their versions. */
function opened(stream: string, tab: number, streams: Readonly<Record<string, number>>): OpenedReport {
  const records = sealAfter(stream, EMPTY_HEAD, [created]);
  return {
    kind: 'opened',
    tab,
    file: formatLog(records),
    body: formatJson(openState({ body: undefined }, openLog(records).events).body ?? null),
    undo: [],
    redo: [],
    authorId: ada.id,
    isNewDatabase: false,
    remembered: null,
    streams: Object.entries(streams).map(([name, version]) => ({ stream: name, version })),
  };
}

it('takes the list of a tab that was read before the other tab began a stream', () => {
  const book = ledger();
  book.started();
  expect(book.check('draft/b', opened('draft/b', 1, { 'draft/a': 1, 'draft/b': 1 }))).toEqual([]);
  expect(book.check('draft/a', opened('draft/a', 0, { 'draft/a': 1 }))).toEqual([]);
});

it('finds a stream lost that was read before the browser started', () => {
  const book = ledger();
  book.started();
  expect(book.check('draft/b', opened('draft/b', 1, { 'draft/b': 1 }))).toEqual([]);
  book.started();
  expect(book.check('draft/a', opened('draft/a', 0, { 'draft/a': 1 }))).toEqual([
    { kind: 'lost', text: 'draft/a, tab 0: stream draft/b is at version 0, and was at 1' },
  ]);
});
