import { describe, expect, it } from 'vitest';
import { documentTestsIn, documentTestsStream, lintRulesStream, switchedOffRules } from '#domain/commands';
import { ADA, stampSource } from '../../fuzz/generate/stamps.ts';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { carryAlong } from './carry-along.ts';
import { openDocuments } from './open-documents.ts';

const TEST = { document: { host: 'a' }, expect: 'accepted' } as const;
const [DRAFT, TEMPLATE] = ['draft/1', 'index_template/cluster/logs'];

/** A device with a draft that has a test, and a lint rule that is switched off. */
async function device() {
  const stamp = stampSource(1);
  const store = memoryEventStore();
  const documents = openDocuments({
    ...{ store, author: ADA },
    clock: { now: () => '2026-11-30T10:00:00.000Z' },
    ids: { next: () => stamp().id },
  });
  const begin = async (stream: string) => {
    const session = await documents.open({ stream });
    session.dispatch({ type: 'document.create', payload: { body: {} } });
    return session;
  };
  const keep = async (of: string, id: string, test: object = TEST) =>
    (await begin(documentTestsStream(of))).dispatch({
      type: 'documentTest.keep',
      payload: { id, test: { ...TEST, ...test } },
    });
  const switchOff = async (of: string, rule: string, reason: string) =>
    (await begin(lintRulesStream(of))).dispatch({ type: 'lintRule.switchOff', payload: { rule, reason } });
  const stateOf = async (stream: string) => (await documents.open({ stream })).getSnapshot().state;
  return {
    ...{ store, documents, keep, switchOff },
    testsOf: async (of: string) => documentTestsIn((await stateOf(documentTestsStream(of))).body),
    rulesOf: async (of: string) =>
      switchedOffRules(await stateOf(lintRulesStream(of))).map(({ rule, reason }) => ({ rule, reason })),
  };
}

describe('what was made of a draft', () => {
  it('has its document tests, and the lint rules that are switched off for it with their reasons', async () => {
    const { documents, store, keep, switchOff, testsOf, rulesOf } = await device();
    await keep(DRAFT, 't1');
    await switchOff(DRAFT, 'dynamic-root', 'A schema is not known yet.');
    await carryAlong({ documents }, DRAFT, () => TEMPLATE);
    expect(await testsOf(TEMPLATE)).toEqual([{ id: 't1', test: TEST }]);
    expect(await rulesOf(TEMPLATE)).toEqual([{ rule: 'dynamic-root', reason: 'A schema is not known yet.' }]);
    // The draft keeps its own, and all of it is stored.
    expect(await testsOf(DRAFT)).toHaveLength(1);
    expect((await store.read(documentTestsStream(TEMPLATE))).length).toBe(2);
    expect((await store.read(lintRulesStream(TEMPLATE))).length).toBe(2);
  });

  it('keeps what it has already, and is given nothing twice', async () => {
    const { documents, keep, switchOff, testsOf, rulesOf } = await device();
    await keep(DRAFT, 't1');
    await keep(TEMPLATE, 't1', { name: 'its own' });
    await switchOff(DRAFT, 'dynamic-root', 'Of the draft.');
    await switchOff(TEMPLATE, 'dynamic-root', 'Of the template.');
    await carryAlong({ documents }, DRAFT, () => TEMPLATE);
    await carryAlong({ documents }, DRAFT, () => TEMPLATE);
    expect(await testsOf(TEMPLATE)).toEqual([{ id: 't1', test: { ...TEST, name: 'its own' } }]);
    expect(await rulesOf(TEMPLATE)).toEqual([{ rule: 'dynamic-root', reason: 'Of the template.' }]);
  });

  it('begins no list where the draft has none', async () => {
    const { documents, store } = await device();
    const askedFor: string[] = [];
    await carryAlong({ documents }, DRAFT, () => (askedFor.push(TEMPLATE), TEMPLATE));
    expect(askedFor).toEqual([]);
    expect(documents.all()).toEqual([]);
    expect(await store.streams()).toEqual([]);
  });
});
