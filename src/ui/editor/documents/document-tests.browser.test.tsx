import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { documentTestsStream, draftStream, type DocumentCommand } from '#domain/commands';
import { replay } from '#domain/document';
import { formatJson, type JsonValue } from '#domain/json';
import { openLog } from '#domain/log';
import { forgetDocuments } from '../../platform/document-input.ts';
import { ROUTES } from '../../platform/route-table.ts';
import type { Services } from '../../platform/services.ts';
import { openDocument } from '../../../machines/document-session.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestDraft, type TestDraft } from '../../testing/open-test-draft.ts';
import { openMapping, openTestIndex } from '../../testing/open-test-index.ts';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const MAPPINGS = { properties: { code: { type: 'keyword', ignore_above: 5 }, n: { type: 'long' } } };
const pane = page.getByRole('region', { name: 'Try a document' });
const input = pane.getByRole('textbox', { name: 'Document', exact: true });
const tests = pane.getByRole('region', { name: 'Document tests' });
const rows = tests.getByRole('listitem');
const tab = page.getByRole('tab', { name: /^Try a document/ });
const dialog = page.getByRole('dialog', { name: 'Keep as document test' });
const keepButton = pane.getByRole('button', { name: 'Keep as test' });
const type = (text: string) => userEvent.fill(input, text);

/** Keeps tests before the document is opened. */
const withTests =
  (...kept: readonly JsonValue[]) =>
  async (services: Services, stream: string) => {
    const session = await openDocument(services, { stream: documentTestsStream(stream), startWith: {} });
    for (const [at, test] of kept.entries())
      session.dispatch({ type: 'documentTest.keep', payload: { id: `t${at}`, test } });
    await session.whenSaved();
    session.close();
  };
const N_IS_LONG = { name: 'n is a number', document: { n: 1 }, expect: { types: { n: 'long' } } };
const X_IS_REFUSED = { name: 'x is refused', document: { n: 'x' }, expect: { refused: 'not a number' } };

const openDraft = (...kept: readonly JsonValue[]) =>
  openTestDraft(MAPPINGS, { search: '?tab=documents', prepare: withTests(...kept) });
const edit = ({ services, stream }: TestDraft, command: DocumentCommand) =>
  services.documents
    .all()
    .find((session) => session.stream === stream)
    ?.dispatch(command);
const storedTests = async ({ services, draftId }: TestDraft) =>
  replay(undefined, openLog(await services.store.read(documentTestsStream(draftStream(draftId)))).events);

beforeEach(forgetDocuments);

describe('a document that is kept as a test', () => {
  it('has the result of the trial as its expectation, and says who can read it', async () => {
    const draft = await openTestDraft(MAPPINGS, { search: '?tab=documents' });
    await type('{ "n": "many" }');
    await userEvent.click(keepButton);
    await expect.element(dialog.getByRole('button', { name: /Expected result/ })).toHaveTextContent('Refused');
    await expect.element(dialog.getByRole('textbox', { name: 'Part of the reason' })).toHaveValue('is not a number');
    await expect.element(dialog).toHaveTextContent('Anyone who uses this browser, or gets a backup, can read it.');
    await expectAccessible();
    expect(await draft.services.store.read(documentTestsStream(draft.stream))).toEqual([]);
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Name (optional)' }), 'Words');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(rows).toHaveTextContent('PassesWordsExpected: refused: “is not a number”');
    await expect.element(tests.getByRole('status')).toHaveTextContent('1 document test passes');
    await expectAccessible();
    const [id] = Object.keys(((await storedTests(draft)) ?? {}) as object);
    expect(await storedTests(draft)).toEqual({
      [id ?? '']: { name: 'Words', document: { n: 'many' }, expect: { refused: 'is not a number' } },
    });
    // The document of the mappings, which a cluster gets, has nothing of it.
    expect(await draft.body()).toEqual(MAPPINGS);
  });

  it('keeps its numbers as they are written, and hostile names', async () => {
    const draft = await openTestDraft(MAPPINGS, { search: '?tab=documents' });
    await type('{ "__proto__": { "n": 1.0 }, "big": 12345678901234567890 }');
    await userEvent.click(keepButton);
    await userEvent.click(dialog.getByRole('button', { name: 'Keep test' }));
    await expect.element(rows).toHaveTextContent('{"__proto__":{"n":1.0},"big":12345678901234567890}');
    await expect
      .poll(async () => formatJson((await storedTests(draft)) ?? null))
      .toContain('{"__proto__":{"n":1.0},"big":12345678901234567890}');
  });

  it('may expect types or ignored fields instead, and says what is wrong with them', async () => {
    await openTestDraft(MAPPINGS, { search: '?tab=documents' });
    await type('{ "code": "abcdefgh", "n": 1 }');
    await userEvent.click(keepButton);
    await expect.element(dialog.getByRole('textbox', { name: 'Ignored fields' })).toHaveValue('[\n  "code"\n]');
    await userEvent.click(dialog.getByRole('button', { name: /Expected result/ }));
    await userEvent.click(page.getByRole('option', { name: /fields of these types/ }));
    const types = dialog.getByRole('textbox', { name: 'Types by field' });
    await expect.element(types).toHaveValue('{\n  "code": "keyword",\n  "n": "long"\n}');
    await userEvent.fill(types, '{ "n": 1 }');
    await userEvent.click(dialog.getByRole('button', { name: 'Keep test' }));
    await expect.element(dialog.getByText('An object of types by field: {"code": "keyword"}')).toBeVisible();
    await userEvent.fill(types, '{ "n": "long" }');
    await userEvent.click(dialog.getByRole('button', { name: 'Keep test' }));
    await expect.element(rows).toHaveTextContent('Expected: n as long');
  });

  it('that is too long is not kept, and the dialog says so', async () => {
    await openTestDraft(MAPPINGS, { search: '?tab=documents' });
    await type(formatJson({ code: 'x'.repeat(140_000) }));
    await userEvent.click(keepButton);
    await userEvent.click(dialog.getByRole('button', { name: 'Keep test' }));
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('At most 131,072 are kept');
  });
});

describe('tests that are kept', () => {
  it('fail and pass after every edit, on the tab too, whose place stays', async () => {
    const draft = await openDraft(N_IS_LONG, X_IS_REFUSED);
    await expect.element(tests.getByRole('status')).toHaveTextContent('2 document tests pass');
    await expect.element(tab).toHaveTextContent('2 pass');
    const width = tab.element().getBoundingClientRect().width;
    edit(draft, { type: 'field.edit', payload: { field: '/properties/n', set: { type: 'keyword' } } });
    await expect.element(tests.getByRole('status')).toHaveTextContent('2 of 2 document tests fail');
    await expect.element(tab).toHaveTextContent('2 fail');
    expect(tab.element().getBoundingClientRect().width).toBe(width);
    await expect.element(rows.first()).toHaveTextContent('n: expected long, actual keyword');
    await expect.element(rows.last()).toHaveTextContent('Failsx is refusedExpected: refused: “not a number”');
    await expect.element(rows.last()).toHaveTextContent('expected refused, actual accepted');
    await expectAccessible();
    edit(draft, { type: 'history.undo', payload: {} });
    await expect.element(tab).toHaveTextContent('2 pass');
  });

  it('are opened into the box, and updated from there', async () => {
    const draft = await openDraft(N_IS_LONG);
    await userEvent.click(rows.getByRole('button', { name: 'Open n is a number' }));
    await expect.element(pane.getByRole('listitem').filter({ hasText: '/n' })).toHaveTextContent('Field n (long)');
    await type('{ "n": 2 }');
    await userEvent.click(pane.getByRole('button', { name: 'Update test n is a number' }));
    await expect.poll(() => storedTests(draft)).toEqual({ t0: { ...N_IS_LONG, document: { n: 2 } } });
  });

  it('are renamed and get another expectation', async () => {
    const draft = await openDraft(N_IS_LONG);
    await userEvent.click(rows.getByRole('button', { name: 'Edit n is a number' }));
    const form = page.getByRole('dialog', { name: 'Edit document test' });
    await userEvent.fill(form.getByRole('textbox', { name: 'Name (optional)' }), 'n is an integer');
    await userEvent.fill(form.getByRole('textbox', { name: 'Types by field' }), '{"n":"integer"}');
    await userEvent.click(form.getByRole('button', { name: 'Save test' }));
    await expect.element(rows).toHaveTextContent('Failsn is an integerExpected: n as integer');
    await expect.element(rows).toHaveTextContent('n: expected integer, actual long');
    expect(Object.values((await storedTests(draft)) as object)).toEqual([
      { name: 'n is an integer', document: { n: 1 }, expect: { types: { n: 'integer' } } },
    ]);
  });

  it('are removed, and undone in the order in which things were done, in whichever log', async () => {
    const draft = await openDraft(N_IS_LONG, X_IS_REFUSED);
    await userEvent.click(rows.getByRole('button', { name: 'Remove x is refused' }));
    await expect.element(tests.getByRole('status')).toHaveTextContent('1 document test passes');
    edit(draft, { type: 'field.remove', payload: { field: '/properties/code' } });
    const undo = page.getByRole('button', { name: /^Undo: / });
    await expect.element(undo).toHaveAccessibleName('Undo: Remove code');
    await userEvent.click(undo);
    await expect.element(undo).toHaveAccessibleName('Undo: Remove document test “x is refused”');
    await userEvent.click(undo);
    await expect.element(tests.getByRole('status')).toHaveTextContent('2 document tests pass');
    await expect.element(page.getByText('Undone: Remove document test “x is refused”')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Redo: Remove document test “x is refused”' }));
    await expect.element(tests.getByRole('status')).toHaveTextContent('1 document test passes');
    expect(await draft.body()).toEqual(MAPPINGS);
  });

  it('of which it can’t be told say so, and are no failures', async () => {
    const unsure = { document: { q: { match_all: {} } }, expect: 'accepted' };
    await openTestDraft(
      { properties: { q: { type: 'percolator' } } },
      { search: '?tab=documents', prepare: withTests(unsure) },
    );
    await expect.element(rows).toHaveTextContent('Can’t tell');
    await expect.element(tests.getByRole('status')).toHaveTextContent('1 of 1 document test can’t be told');
  });

  it('of a template meet its component templates, and can’t be told without them', async () => {
    const server = testServer();
    await server.ask('PUT', ['_component_template', 'base'], { template: { mappings: MAPPINGS } });
    const template = (composed_of: readonly string[]) => ({
      index_patterns: ['a-*'],
      composed_of,
      template: { mappings: {} },
    });
    const open = async (composed_of: readonly string[]) =>
      openTestDraft(template(composed_of), {
        services: await testServices(undefined, { http: server.http }),
        search: '?step=mappings&tab=documents',
        prepare: withTests(N_IS_LONG, X_IS_REFUSED),
      });
    const draft = await open(['base']);
    await expect.element(tests.getByRole('status')).toHaveTextContent('2 document tests pass');
    edit(draft, { type: 'template.setComponents', payload: { components: [] } });
    await expect.element(tests.getByRole('status')).toHaveTextContent('1 of 2 document tests fails');
    edit(draft, { type: 'template.setComponents', payload: { components: ['gone'] } });
    await expect.element(tests.getByRole('status')).toHaveTextContent('2 of 2 document tests can’t be told');
  });

  it('are entries of the history', async () => {
    const draft = await openDraft(N_IS_LONG);
    await draft.router.navigate({ to: ROUTES.history });
    const entry = page.getByRole('row').filter({ hasText: 'Keep document test “n is a number”' });
    await expect.element(entry).toHaveTextContent('orders');
    await expect.element(entry).toHaveTextContent('Document tests');
  });
});

describe('a review', () => {
  const review = page.getByRole('dialog', { name: 'Update mapping of logs' });

  it('says which tests fail with the changes, and sends them all the same', async () => {
    const index = await openTestIndex('/mapping?tab=documents', { mappings: MAPPINGS });
    const session = await openMapping(index);
    await type('{ "n": 1, "m": true }');
    await userEvent.click(keepButton);
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Name (optional)' }), 'm is boolean');
    await userEvent.click(dialog.getByRole('button', { name: /Expected result/ }));
    await userEvent.click(page.getByRole('option', { name: /fields of these types/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Keep test' }));
    await expect.element(rows).toHaveTextContent('Passes');
    session.dispatch({
      type: 'field.add',
      payload: { parent: null, name: 'm', definition: { type: 'keyword' } },
    });
    await expect.element(rows).toHaveTextContent('m: expected boolean, actual keyword');
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    await expect
      .element(review.getByRole('alert').filter({ hasText: 'document test' }))
      .toHaveTextContent('1 of 1 document test fails with these changesm is boolean');
    await expectAccessible();
    await userEvent.click(review.getByRole('button', { name: /^Update mapping of / }));
    await expect.element(review).not.toBeInTheDocument();
    expect(formatJson((await index.mappings()) ?? null)).toContain('"m":{"type":"keyword"}');
    expect(formatJson((await index.mappings()) ?? null)).not.toContain('document');
  });
});
