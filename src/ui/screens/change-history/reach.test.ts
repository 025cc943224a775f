import { describe, expect, it } from 'vitest';
import { CLUSTER, ADA } from '../../../fuzz/generate/stamps.ts';
import { FIRST_RULES, RULES, SERVER_READER, type DocumentEvent } from '#domain/events';
import type { ActionPage } from './actions.ts';
import type { ChangedDocument } from './documents.ts';
import { canBeSent, reachOf, type AskedActions } from './reach.ts';

const AT = '2026-11-24T06:00:00.000Z';
const LIVE: Pick<ChangedDocument, 'kind'> = { kind: 'index' };
const DRAFT: Pick<ChangedDocument, 'kind'> = { kind: 'draft' };

const eventOf = (more: Partial<DocumentEvent> = {}): DocumentEvent => ({
  format: 1,
  id: '01J',
  at: AT,
  author: ADA,
  rules: RULES,
  type: 'field.added',
  summary: 'Add b (keyword)',
  command: { type: 'field.add', payload: {} },
  patch: [],
  ...more,
});

const followed = (payload: object, author = CLUSTER): DocumentEvent =>
  eventOf({ type: 'mapping.followed', author, command: { type: 'mapping.follow', payload: payload as never } });

type Listed = ActionPage['actions'][number];
const action = (id: string, state: Listed['state']) => ({ id, state }) as Listed;
const page = (actions: readonly Listed[], more: Partial<ActionPage> = {}): ActionPage =>
  ({ actions, hidden: 0, ...more }) as ActionPage;
const asked = (...pages: readonly ActionPage[]): AskedActions => ({
  pages,
  asked: Math.max(1, pages.length),
  failed: 0,
});

const reach = (event: DocumentEvent, of: AskedActions, document = LIVE, version = 2) =>
  reachOf(document as ChangedDocument, event, version, of);

describe('what became of a change on the cluster', () => {
  it.each([
    ['done', 'reached'],
    ['failed', 'failed'],
    ['unknown', 'unsure'],
    ['open', 'unsure'],
  ] as const)('is told by its action: %s', (state, kind) => {
    expect(reach(eventOf(), asked(page([action('2', state)])))).toEqual({ kind, action: action('2', state) });
    expect(reach(eventOf(), asked(page([action('2', state)])), DRAFT)).toMatchObject({ kind });
  });

  it('is told by the one that reached it, else by the newest', () => {
    const pages = [page([action('3', 'failed')]), page([action('2', 'done'), action('1', 'failed')])];
    expect(reach(eventOf(), asked(...pages))).toMatchObject({ kind: 'reached', action: { id: '2' } });
    expect(reach(eventOf(), asked(page([action('1', 'failed')]), page([action('4', 'open')])))).toMatchObject({
      action: { id: '4' },
    });
  });

  it('is that it was created, of an event that names what its document was made from', () => {
    const continues = [{ stream: 'draft/a', version: 1, hash: 'a'.repeat(64) }];
    const command = { type: 'document.create', payload: { continues } };
    const made = eventOf({ type: 'document.created', author: SERVER_READER, command });
    expect(reach(made, asked(page([])), LIVE, 1)).toEqual({ kind: 'created' });
    const found = { ...made, command: { type: 'document.create', payload: {} } };
    expect(reach(found, asked(page([])), LIVE, 1)).toEqual({ kind: 'setOutside' });
  });

  it('is that it was not sent where no action has it', () => {
    expect(reach(eventOf(), asked(page([])))).toEqual({ kind: 'notSent' });
  });

  it.each([
    ['its rules did not say', eventOf({ rules: FIRST_RULES }), asked(page([]))],
    ['there is no cluster to be asked', eventOf(), { pages: [], asked: 0, failed: 0 }],
    ['a cluster did not answer', eventOf(), { pages: [page([])], asked: 2, failed: 1 }],
    ['some actions may not be seen', eventOf(), asked(page([], { hidden: 1 }))],
    ['there are more actions', eventOf(), asked(page([], { next: 'x' }))],
    ['actions of then are erased', eventOf(), asked(page([], { erased: { count: 1, until: AT } as never }))],
  ])('is not known, and never "not sent", where %s', (_, event, of) => {
    expect(reach(event, of)).toEqual({ kind: 'notKnown' });
  });

  it('is that it was not sent where actions were erased before it', () => {
    const erased = { count: 1, until: '2026-11-23T00:00:00.000Z' } as never;
    expect(reach(eventOf(), asked(page([], { erased })))).toEqual({ kind: 'notSent' });
  });

  it('waits for each cluster', () => {
    expect(reach(eventOf(), { pages: [page([])], asked: 2, failed: 0 })).toEqual({ kind: 'asking' });
  });

  it('is nothing for a draft that was never sent', () => {
    expect(reach(eventOf(), asked(page([])), DRAFT)).toBeNull();
  });

  it('is that it was set outside for what the cluster was found to have', () => {
    expect(reach(followed({}), asked())).toEqual({ kind: 'setOutside' });
    expect(reach(eventOf({ type: 'document.created' }), asked(), LIVE, 1)).toEqual({ kind: 'setOutside' });
    expect(canBeSent(LIVE as ChangedDocument, followed({}), 2)).toBe(false);
    expect(canBeSent(LIVE as ChangedDocument, eventOf(), 2)).toBe(true);
  });

  it('is that the server read it back after a save, with the action, or that a browser reports a save', () => {
    expect(reach(followed({ sent: true }), asked())).toEqual({ kind: 'reported' });
    expect(reach(followed({ sent: true, action: '01A' }, SERVER_READER), asked())).toEqual({
      kind: 'readBack',
      actionId: '01A',
    });
  });
});
