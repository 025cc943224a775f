import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { parseJson, valueAt, type JsonValue } from '#domain/json';
import { ClusterError, requestOf, type ClusterGateway } from '#domain/ports';
import { APP_BASE } from '../../platform/app-base.ts';
import { testServices } from '../../testing/test-services.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { openMapping, openTestIndex, refusing } from '../../testing/open-test-index.ts';
import { testServer } from '../../testing/test-http.ts';

const bar = page.getByRole('region', { name: 'Unsent changes' });
const saveState = page.getByRole('banner').getByRole('status');
const review = page.getByRole('dialog', { name: 'Update mapping of logs' });
const keyword = { type: 'keyword' };
const add = (name: string, definition: JsonValue = keyword) =>
  ({ type: 'field.add', payload: { parent: null, name, definition } }) as const;
const namesOf = (mappings: JsonValue | undefined) => Object.keys(valueAt(mappings, '/properties') ?? {}).sort();

async function send(): Promise<void> {
  await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
  await userEvent.click(review.getByRole('button', { name: /^Update mapping of / }));
  await expect.element(review).not.toBeInTheDocument();
}

/** A cluster that can be disconnected. */
function cuttable() {
  const state = { isDown: false };
  const between = (engine: ClusterGateway): ClusterGateway => ({
    send: (call) =>
      state.isDown
        ? Promise.reject(new ClusterError('unreachable', 'The cluster can’t be reached.', { request: requestOf(call) }))
        : engine.send(call),
  });
  return { state, server: testServer({ between }) };
}

const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('alertdialog');
const step = (name: string) => toasts.filter({ hasText: name });
const undo = () => userEvent.click(page.getByRole('button', { name: /^Undo: / }));
const redo = () => userEvent.click(page.getByRole('button', { name: /^Redo: / }));

/** Where the parts of a form are. */
function placesIn(form: Element): readonly number[] {
  return [...form.querySelectorAll('label, h3, footer')].map((each) => each.getBoundingClientRect().y);
}

afterEach(() => page.viewport(1440, 900));

describe('the review of the mapping of a live index', () => {
  it.each([
    ['?tab=templates', 'Dynamic templates data', '{'],
    ['?tab=advanced', '_meta field data', '{'],
    ['?view=json', 'Mappings object', '{"properties": {}}'],
  ])('leads to what is typed and not applied, and sends nothing: %s', async (search, label, text) => {
    const index = await openTestIndex(`/mapping${search}`);
    (await openMapping(index)).dispatch(add('coupon'));
    const input = page.getByRole('textbox', { name: label });
    await userEvent.fill(input, text);
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(input).toHaveFocus();
    await expect.element(page.getByText(/Nothing was sent\.$/)).toBeVisible();
    expect(review.elements()).toEqual([]);
    expect(namesOf(await index.mappings())).toEqual(['host', 'message']);
  });

  it('has the options that are shown, once they are applied', async () => {
    const index = await openTestIndex('/mapping?tab=advanced');
    (await openMapping(index)).dispatch(add('coupon'));
    await userEvent.fill(page.getByRole('textbox', { name: '_meta field data' }), '{ "owner": "ada" }');
    await send();
    expect(valueAt(await index.mappings(), '/_meta')).toEqual({ owner: 'ada' });
  });
});

describe('options that are only typed', () => {
  const meta = page.getByRole('textbox', { name: '_meta field data' });

  it.each([
    ['the button', () => userEvent.click(bar.getByRole('button', { name: 'Review and save' }))],
    ['Ctrl+S', () => userEvent.keyboard('{Control>}s{/Control}')],
  ])('are unsent changes, which are reviewed by %s without leaving the tab', async (_, open) => {
    const index = await openTestIndex('/mapping?tab=advanced');
    await openMapping(index);
    await userEvent.fill(meta, '{ "owner": "ada" }');
    await expect.element(bar).toBeVisible();
    await expect.element(saveState).toHaveTextContent('Unsaved · 1');
    await open();
    await userEvent.click(review.getByRole('button', { name: /^Update mapping of / }));
    await expect.element(review).not.toBeInTheDocument();
    await expect.element(bar).not.toBeInTheDocument();
    expect(valueAt(await index.mappings(), '/_meta')).toEqual({ owner: 'ada' });
    await expectAccessible();
  });

  it('are discarded with the other unsent changes', async () => {
    const index = await openTestIndex('/mapping?tab=advanced');
    const session = await openMapping(index);
    session.dispatch(add('coupon'));
    await userEvent.fill(meta, '{ "owner": "ada" }');
    await expect.element(saveState).toHaveTextContent('Unsaved · 2');
    await userEvent.click(bar.getByRole('button', { name: 'Discard changes' }));
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(saveState).toHaveTextContent('Saved');
    expect(meta.element()).not.toHaveTextContent('ada');
  });

  it('are not reviewed where the cluster has what they were changed to', async () => {
    const index = await openTestIndex('/mapping?tab=templates');
    await openMapping(index);
    await userEvent.fill(page.getByRole('textbox', { name: 'Dynamic templates data' }), '[ ]');
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(step('Nothing to send')).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
    expect(review.elements()).toEqual([]);
  });
});

describe('undo in the mapping of a live index', () => {
  it('says what the cluster still has, and leads to the review', async () => {
    const index = await openTestIndex('/mapping');
    (await openMapping(index)).dispatch(add('coupon'));
    await send();
    await undo();
    await expect.element(step('Undone: Add coupon')).toHaveTextContent('Removed here; the cluster still has coupon.');
    expect(toasts.filter({ hasText: 'Undone' }).elements()).toHaveLength(1);
    await expectAccessible();
    await userEvent.click(step('Undone: Add coupon').getByRole('button', { name: 'Review' }));
    await expect
      .element(review.getByRole('alert'))
      .toHaveTextContent('coupon: A field can’t be removed from a live index.');
    await userEvent.keyboard('{Escape}');
    await redo();
    await expect.element(step('Redone: Add coupon')).toHaveTextContent('Same as on the cluster.');
    expect(step('Redone: Add coupon').getByRole('button', { name: 'Review' }).elements()).toEqual([]);
    expect(namesOf(await index.mappings())).toEqual(['coupon', 'host', 'message']);
  });

  it('says that the cluster doesn’t have what was done again, and no more once it was sent', async () => {
    const index = await openTestIndex('/mapping');
    (await openMapping(index)).dispatch(add('coupon'));
    await undo();
    await expect.element(step('Undone: Add coupon')).toHaveTextContent('Same as on the cluster.');
    await redo();
    await expect.element(step('Redone: Add coupon')).toHaveTextContent('Added here; the cluster doesn’t have coupon.');
    await userEvent.hover(step('Redone: Add coupon'));
    await userEvent.click(step('Redone: Add coupon').getByRole('button', { name: 'Review' }));
    await userEvent.click(review.getByRole('button', { name: /^Update mapping of / }));
    await expect.element(review).not.toBeInTheDocument();
    await expect.element(page.getByText('the cluster doesn’t have coupon')).not.toBeInTheDocument();
  });

  it('leads to what is hidden before the review', async () => {
    const index = await openTestIndex('/mapping');
    (await openMapping(index)).dispatch(add('coupon'));
    await send();
    await userEvent.click(page.getByRole('tab', { name: /^Runtime fields/ }));
    await undo();
    await expect
      .element(step('Undone: Add coupon'))
      .toHaveTextContent('Changed mapped fields. Removed here; the cluster still has coupon.');
    await expect.element(step('Undone: Add coupon').getByRole('button', { name: 'Show fields' })).toBeVisible();
  });

  it('brings back what was discarded, which is an event of its own', async () => {
    const index = await openTestIndex('/mapping');
    const session = await openMapping(index);
    session.dispatch(add('coupon'));
    await userEvent.click(bar.getByRole('button', { name: 'Discard changes' }));
    await expect.element(bar).not.toBeInTheDocument();
    const discarded = step('Discarded unsent changes');
    await expect.element(discarded).toHaveTextContent('Same as on the cluster.');
    expect(session.getSnapshot().state.history.tip?.event).toMatchObject({
      type: 'changes.discarded',
      summary: 'Discard unsent changes',
      command: { type: 'changes.discard', payload: {} },
    });
    await userEvent.click(discarded.getByRole('button', { name: 'Undo' }));
    await expect.element(saveState).toHaveTextContent('Unsaved · 1');
    await expect
      .element(step('Undone: Discard unsent changes'))
      .toHaveTextContent('Added here; the cluster doesn’t have coupon.');
    await expect.element(discarded).not.toBeInTheDocument();
  });

  it('offers the review in the palette where there is something to send', async () => {
    const index = await openTestIndex('/mapping');
    const session = await openMapping(index);
    const entry = page.getByRole('option', { name: /Review unsent changes/ });
    const openPalette = async () => {
      await userEvent.keyboard('{Control>}k{/Control}');
      await userEvent.fill(page.getByRole('combobox'), 'review unsent');
    };
    session.dispatch(add('coupon'));
    await expect.element(bar).toBeVisible();
    await openPalette();
    await userEvent.click(entry);
    await expect.element(review).toBeVisible();
  });
});

describe('the mapping of a live index', () => {
  it('is edited, reviewed and sent, and what was sent is not to be sent again', async () => {
    const index = await openTestIndex('/mapping');
    const session = await openMapping(index);
    await expect.element(bar).not.toBeInTheDocument();
    session.dispatch(add('user'));
    await expect.element(saveState).toHaveTextContent('Unsaved · 1');
    const mark = page.getByRole('img', { name: 'Changed: Add user' });
    await expect.element(mark).toBeVisible();
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(review.getByRole('listitem')).toHaveTextContent('Addsuser (keyword)');
    await expect
      .element(review.getByLabelText('Request'))
      .toHaveTextContent('PUT /logs/_mapping { "properties": { "user": { "type": "keyword" } } }');
    await userEvent.click(review.getByRole('button', { name: /^Update mapping of / }));
    await expect.element(review).not.toBeInTheDocument();
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(mark).not.toBeInTheDocument();
    expect(namesOf(await index.mappings())).toEqual(['host', 'message', 'user']);
  });

  it('says what each change means, and lets the cluster confirm it on a scratch index', async () => {
    const index = await openTestIndex('/mapping');
    const session = await openMapping(index);
    session.dispatch(add('user'));
    const edited = { ...(parseJson('{"type":"text","norms":false,"search_quote_analyzer":"standard"}') as object) };
    session.dispatch({ type: 'field.edit', payload: { field: '/mappings/properties/message', set: edited } });
    session.dispatch(add('vector', { type: 'flat_object' }));
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    const changes = review.getByRole('list', { name: 'Changes' });
    await expect.element(changes).toHaveTextContent('Addsuser (keyword)');
    await expect.element(changes).toHaveTextContent('RejectedAdd vector (flat_object)');
    const trial = review.getByRole('region', { name: 'Test on a scratch index' });
    await expect
      .element(trial)
      .toHaveTextContent(/This writes to the cluster: .* tests 3 changes on it and deletes it\./);
    const places = () =>
      [review.getByRole('table'), review.getByRole('textbox'), trial].map(
        (each) => each.first().element().getBoundingClientRect().y,
      );
    trial.getByRole('button', { name: 'Create and test' }).element().focus();
    const before = places();
    await userEvent.keyboard('{Enter}');
    const tested = trial.getByRole('list', { name: 'Tested changes' });
    await expect.element(tested).toHaveTextContent('AcceptedAdd user (keyword)');
    await expect.element(tested).toHaveTextContent('RejectedAdd vector (flat_object): ');
    await expect.element(tested).not.toHaveTextContent('not as expected');
    expect(places()).toEqual(before);
    await expectAccessible();
    expect(await index.server.ask('GET', ['_cat', 'indices', 'mapledger-scratch-*'])).not.toContain(
      'mapledger-scratch',
    );
    expect(namesOf(await index.mappings())).toEqual(['host', 'message']);
  });

  it('says that the cluster can be asked about what is not sent', async () => {
    const session = await openMapping(await openTestIndex('/mapping'));
    const set = { ...(parseJson('{"type":"keyword"}') as object) };
    session.dispatch({ type: 'field.edit', payload: { field: '/mappings/properties/message', set } });
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(review.getByText('None of these changes can be applied to this index.')).toBeVisible();
    await expect
      .element(review.getByRole('region', { name: 'Test on a scratch index' }))
      .toHaveTextContent('tests 1 change on it, including what requires a new index, and deletes it.');
  });

  it('says which scratch index is left on the cluster', async () => {
    const server = testServer({ between: refusing(({ method }) => method === 'DELETE', 'No rights to delete.') });
    const index = await openTestIndex('/mapping', { server });
    (await openMapping(index)).dispatch(add('user'));
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    const trial = review.getByRole('region', { name: 'Test on a scratch index' });
    await userEvent.click(trial.getByRole('button', { name: 'Create and test' }));
    await expect
      .element(trial.getByRole('alert'))
      .toHaveTextContent('1 scratch index is still on the clustermapledger-scratch-1 couldn’t be deleted.');
  });

  it('rehearses the changes on the documents of the index', async () => {
    const server = testServer({ hasDocuments: true });
    const index = await openTestIndex('/mapping', { server, mappings: { properties: { code: keyword } } });
    for (let at = 0; at < 9; at++)
      await server.ask('PUT', ['logs', '_doc', `d${at}`], { code: at < 3 ? 'ada@example.org' : String(at) });
    const set = { ...(parseJson('{"type":"integer"}') as object) };
    const field = '/mappings/properties/code';
    (await openMapping(index)).dispatch({ type: 'field.edit', payload: { field, set } });
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    const rehearsal = review.getByRole('region', { name: 'Rehearse on documents' });
    await userEvent.click(rehearsal.getByRole('radio', { name: '100', exact: true }));
    rehearsal.getByRole('button', { name: 'Rehearse on documents' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect
      .element(rehearsal.getByRole('status'))
      .toHaveTextContent('Result for all documents of logs: 9 documents.');
    const rows = rehearsal
      .getByRole('row')
      .elements()
      .map((row) => row.textContent);
    expect(rows.slice(0, 3)).toEqual([
      'DocumentsCurrent mappingEdited mapping',
      'Accepted96',
      expect.stringMatching(/^Refusedfailed to parse field \[code\]: "…" is not a number\.Example: d[012]–3$/),
    ]);
    expect(rehearsal.element().textContent).not.toContain('ada@');
    await expectAccessible();
    expect(await server.ask('GET', ['_resolve', 'index', '*'], undefined, { expand_wildcards: 'all' })).not.toContain(
      'mapledger-scratch',
    );
    expect(valueAt(await index.mappings(), '/properties/code')).toEqual(keyword);
  });

  it('estimates all documents by a random sample, and nothing by the newest', async () => {
    const server = testServer({ hasDocuments: true });
    const index = await openTestIndex('/mapping', { server, mappings: { properties: { code: keyword } } });
    for (let at = 0; at < 120; at++)
      await server.ask('PUT', ['logs', '_doc', `d${at}`], { code: at % 2 === 0 ? 'a' : String(at) });
    const set = { ...(parseJson('{"type":"integer"}') as object) };
    (await openMapping(index)).dispatch({ type: 'field.edit', payload: { field: '/mappings/properties/code', set } });
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    const rehearsal = review.getByRole('region', { name: 'Rehearse on documents' });
    const start = rehearsal.getByRole('button', { name: 'Rehearse on documents' });
    const estimate = rehearsal.getByRole('region', { name: 'Estimate for all documents' });
    await userEvent.click(rehearsal.getByRole('radio', { name: '100', exact: true }));
    await userEvent.click(rehearsal.getByRole('radio', { name: 'Random' }));
    await userEvent.click(start);
    await expect
      .element(rehearsal.getByRole('status'))
      .toHaveTextContent('Result for a random sample of 100 documents of 120 of logs.');
    await expect
      .element(estimate)
      .toHaveTextContent(/Refused: at most 3\.7% with the current mapping, 41% to 61% with the edited mapping\./);
    await expect.element(estimate).toHaveTextContent('Size: the sample is too small for an estimate');
    await expectAccessible();
    await userEvent.click(rehearsal.getByRole('radio', { name: 'Newest' }));
    await userEvent.click(start);
    await expect
      .element(rehearsal.getByRole('status'))
      .toHaveTextContent(
        'Result for the newest 100 documents of logs. It isn’t extrapolated: other documents may differ.',
      );
    expect(estimate.elements()).toEqual([]);
    const slow = rehearsal.getByText('So many documents can take minutes');
    expect(slow.elements()).toEqual([]);
    await userEvent.click(rehearsal.getByRole('radio', { name: '100,000' }));
    await expect.element(slow).toBeVisible();
    await userEvent.click(start);
    await expect
      .element(rehearsal.getByRole('status'))
      .toHaveTextContent('Result for all documents of logs: 120 documents.');
  });

  it('stops a rehearsal that is cancelled, and says why one is refused', async () => {
    const sent: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = testServer({
      hasDocuments: true,
      between: (engine) => ({
        async send(call) {
          sent.push(`${call.method} ${call.path.join('/')}`);
          if (call.path.at(-1) === '_bulk') await held;
          return engine.send(call);
        },
      }),
    });
    const index = await openTestIndex('/mapping', { server });
    (await openMapping(index)).dispatch(add('user'));
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    const rehearsal = review.getByRole('region', { name: 'Rehearse on documents' });
    const start = rehearsal.getByRole('button', { name: 'Rehearse on documents' });
    await userEvent.click(start);
    await expect
      .element(rehearsal.getByRole('alert'))
      .toHaveTextContent('The change couldn’t be rehearsedNothing was created: "logs" has no documents.');
    await server.ask('PUT', ['logs', '_doc', '1'], { message: 'one' });
    await userEvent.click(start);
    await expect.poll(() => sent.filter((each) => each.endsWith('_bulk'))).toHaveLength(1);
    await expect.element(rehearsal.getByText('0 of 1 document indexed.')).toBeVisible();
    await expectAccessible();
    await userEvent.click(rehearsal.getByRole('button', { name: 'Cancel rehearsal' }));
    await expect
      .element(rehearsal.getByRole('status'))
      .toHaveTextContent('Rehearsal cancelled. The scratch indices are being deleted.');
    release();
    await expect.poll(() => sent.filter((each) => each.startsWith('DELETE mapledger-scratch-'))).toHaveLength(2);
    await expect.element(rehearsal.getByRole('button', { name: 'Cancel rehearsal' })).not.toBeInTheDocument();
    expect(rehearsal.getByRole('progressbar').elements()).toEqual([]);
    expect(rehearsal.getByRole('table').elements()).toEqual([]);
  });

  it('says in the forms what needs a new index, and discards it', async () => {
    const index = await openTestIndex('/mapping', { mappings: { properties: { host: keyword } } });
    await openMapping(index);
    const row = page.getByRole('row', { name: /^host/ });
    await userEvent.click(row.getByText('host', { exact: true }));
    const flyout = page.getByRole('dialog', { name: "Edit field 'host'" });
    await expect.element(flyout).toBeVisible();
    await expect.element(flyout.getByText('Requires a new index', { exact: true })).not.toBeInTheDocument();
    await userEvent.click(flyout.getByRole('button', { name: 'Show advanced settings' }));
    flyout.getByRole('switch', { name: 'Use doc values', exact: true }).element().focus();
    const places = placesIn(flyout.element());
    await userEvent.keyboard(' ');
    const warning = flyout.getByRole('alert').filter({ hasText: 'Requires a new index' });
    await expect.element(warning).toHaveTextContent('doc_values can’t be changed on a live index.');
    await expect
      .element(flyout.getByRole('region', { name: 'Use doc values' }).getByText('requires a new index'))
      .toBeVisible();
    expect(placesIn(flyout.element())).toEqual(places);
    expect(flyout.element().querySelector('footer')?.textContent).toContain(
      'doc_values can’t be changed on a live index.',
    );
    await userEvent.click(warning.getByRole('button', { name: 'Discard changes' }));
    await expect.element(warning).not.toBeInTheDocument();
    await expect.element(flyout.getByRole('switch', { name: 'Use doc values', exact: true })).toBeChecked();
    await userEvent.fill(flyout.getByRole('textbox', { name: 'Field name' }), 'server');
    await expect.element(warning).toHaveTextContent('A field can’t be renamed on a live index.');
    await userEvent.keyboard('{Escape}');
    await expect.element(flyout).not.toBeInTheDocument();
    await userEvent.click(row.getByRole('gridcell').nth(1));
    await userEvent.click(page.getByRole('button', { name: 'Remove field host' }));
    const question = page.getByRole('alertdialog', { name: "Remove field 'host'?" });
    await expect.element(question.getByRole('alert')).toHaveTextContent('Fields can’t be removed from a live index.');
    await userEvent.click(question.getByRole('button', { name: 'Remove', exact: true }));
    await expect.element(bar).toHaveTextContent('1 requires a new index');
    await userEvent.click(bar.getByRole('button', { name: 'Discard changes' }));
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(row).toBeVisible();
  });

  it('says in the form of a field in an object that the engine would make another field of it', async () => {
    const server = testServer({ says: { distribution: 'opensearch', version: '3.4.0' } });
    const index = await openTestIndex('/mapping', { server });
    const version = { type: 'version' };
    const fields = { seen: { properties: { inner: version } }, outer: version };
    await server.ask('PUT', ['logs', '_mapping'], { properties: fields });
    await openMapping(index);
    await userEvent.click(page.getByRole('button', { name: 'Expand all' }));
    const warning = page.getByRole('alert').filter({ hasText: 'would add a field seen.seen.inner instead' });
    for (const [name, count] of [
      ['inner', 1],
      ['outer', 0],
    ] as const) {
      await userEvent.click(page.getByRole('row', { name: new RegExp(`^${name}`) }).getByText(name, { exact: true }));
      const flyout = page.getByRole('dialog', { name: `Edit field '${name}'` });
      await userEvent.click(flyout.getByRole('button', { name: 'Show advanced settings' }));
      await userEvent.fill(flyout.getByRole('textbox', { name: 'Set metadata' }), '{"a":"b"}');
      await expect.poll(() => warning.elements()).toHaveLength(count);
      await userEvent.click(flyout.getByRole('button', { name: 'Cancel' }));
    }
  });

  it('names what needs a new index, sends the rest, and keeps the others', async () => {
    const index = await openTestIndex('/mapping');
    const session = await openMapping(index);
    session.dispatch({ type: 'field.remove', payload: { field: '/mappings/properties/host' } });
    session.dispatch(add('__proto__', { type: 'ip' }));
    await expect.element(saveState).toHaveTextContent('Unsaved · 2');
    // Meanwhile a document adds a new field.
    await index.server.ask('PUT', ['logs', '_mapping'], { properties: { theirs: { type: 'long' } } });
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect
      .element(review.getByRole('alert'))
      .toHaveTextContent('host: A field can’t be removed from a live index.It won’t be sent.');
    await userEvent.click(review.getByRole('button', { name: 'Update mapping of logs' }));
    await expect.element(review).not.toBeInTheDocument();
    await expect.element(saveState).toHaveTextContent('Unsaved · 1');
    await expect.element(page.getByRole('row', { name: /^theirs/ })).toBeVisible();
    expect(namesOf(await index.mappings())).toEqual(['__proto__', 'host', 'message', 'theirs']);
  });

  it('takes a field that is written with dots for the one that the cluster has', async () => {
    const index = await openTestIndex('/mapping');
    const user = { properties: { name: { type: 'keyword' } } };
    await index.server.ask('PUT', ['logs', '_mapping'], { properties: { user } });
    const session = await openMapping(index);
    const { properties } = (await index.mappings()) as { readonly properties: { readonly user: unknown } };
    const { user: _, ...others } = properties;
    const write = (type: string) => {
      const mappings = { properties: { ...others, 'user.name': { type } } };
      session.dispatch({ type: 'editor.replaceMappings', payload: { mappings } });
    };
    write('text');
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect
      .element(review.getByRole('alert'))
      .toHaveTextContent('user.name: The type can’t be changed from keyword to text on a live index.');
    await userEvent.click(review.getByRole('button', { name: 'Cancel' }));
    write('keyword');
    await expect.element(bar).not.toBeInTheDocument();
    // In the JSON view, which applies it as the cluster tells it.
    await userEvent.click(page.getByRole('radio', { name: 'JSON' }));
    const text = page.getByRole('textbox', { name: 'Mappings object' });
    await userEvent.fill(text, JSON.stringify({ properties: { ...others, 'user.name': { type: 'long' } } }));
    await userEvent.click(page.getByRole('button', { name: 'Apply' }));
    await expect.element(bar).toHaveTextContent('1 requires a new index');
    await expect.element(text).toHaveTextContent('"user": { "properties": { "name": { "type": "long"');
  });

  it('takes it so in a mapping that is loaded', async () => {
    const index = await openTestIndex('/mapping');
    const user = { properties: { name: keyword } };
    await index.server.ask('PUT', ['logs', '_mapping'], { properties: { user } });
    await openMapping(index);
    const { properties } = (await index.mappings()) as { readonly properties: { readonly user: unknown } };
    const { user: _, ...others } = properties;
    await userEvent.click(page.getByRole('button', { name: 'Load JSON' }));
    const dialog = page.getByRole('dialog', { name: 'Load JSON' });
    const loaded = JSON.stringify({ properties: { ...others, 'user.name': keyword } });
    await userEvent.fill(dialog.getByRole('textbox'), loaded);
    await userEvent.click(dialog.getByRole('button', { name: 'Load and overwrite' }));
    await expect.element(page.getByText('Nothing to load: the mappings are the same')).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
  });

  it('says what was refused with its reason and the request, and keeps what was not sent', async () => {
    const server = testServer({
      between: refusing(({ method, path }) => method === 'PUT' && path[1] === '_mapping', 'No more fields here.'),
    });
    const index = await openTestIndex('/mapping', { server });
    (await openMapping(index)).dispatch(add('user'));
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await userEvent.click(review.getByRole('button', { name: /^Update mapping of / }));
    const notice = review.getByRole('alert');
    await expect.element(notice).toHaveTextContent('Couldn’t update the mapping');
    await expect.element(notice).toHaveTextContent('No more fields here.');
    await expect.element(notice).toHaveTextContent('PUT /logs/_mapping');
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(saveState).toHaveTextContent('Unsaved · 1');
    await expect.element(page.getByRole('row', { name: /^user/ })).toBeVisible();
    expect(namesOf(await index.mappings())).toEqual(['host', 'message']);
  });

  it('warns of what the engine does not know, and can be sent all the same', async () => {
    const index = await openTestIndex('/mapping');
    (await openMapping(index)).dispatch(add('flat', { type: 'flat_object' }));
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(review.getByText(/^flat: The cluster doesn’t support the type flat_object\.$/)).toBeVisible();
    await expectAccessible();
    await userEvent.click(review.getByRole('button', { name: /^Update mapping of / }));
    await expect.element(review.getByText('Couldn’t update the mapping')).toBeVisible();
  });

  it('leaves out the field that is refused, sends the rest, and keeps the field', async () => {
    const index = await openTestIndex('/mapping');
    const session = await openMapping(index);
    session.dispatch(add('hash', { type: 'murmur3' }));
    session.dispatch(add('user'));
    await expect
      .element(page.getByRole('row', { name: /^hash / }).getByTitle('Needs the mapper-murmur3 plugin'))
      .toHaveTextContent('Murmur3 hash');
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect
      .element(review.getByText(/doesn’t support the type murmur3 without the mapper-murmur3 plugin/))
      .toBeVisible();
    await userEvent.click(review.getByRole('button', { name: 'Update mapping of logs' }));
    await expect.element(review.getByRole('alert')).toHaveTextContent('No handler for type [murmur3]');
    await expect.element(review.getByText('1 field was refused and is left out')).toBeVisible();
    await expect
      .element(review.getByLabelText('Request'))
      .toHaveTextContent('PUT /logs/_mapping { "properties": { "user": { "type": "keyword" } } }');
    await expectAccessible();
    await userEvent.click(review.getByRole('button', { name: 'Update mapping of logs' }));
    await expect.element(review).not.toBeInTheDocument();
    await expect.element(saveState).toHaveTextContent('Unsaved · 1');
    expect(namesOf(await index.mappings())).toEqual(['host', 'message', 'user']);
    // The next review shows the field again.
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(review.getByLabelText('Request')).toHaveTextContent('murmur3');
  });

  it('has no type to choose whose plugin the cluster lacks', async () => {
    const index = await openTestIndex('/mapping');
    await openMapping(index);
    await userEvent.click(page.getByRole('button', { name: 'Add field' }).first());
    const type = page.getByRole('combobox', { name: 'Field type' });
    await userEvent.fill(type, 'murmur');
    await expect.element(page.getByRole('option', { name: /^Murmur3/ })).not.toBeInTheDocument();
    await userEvent.fill(type, 'keyword');
    await expect.element(page.getByRole('option', { name: /^Keyword/ })).toBeVisible();
  });

  it('is edited while the cluster is down, says why nothing is sent, and sends when it is back', async () => {
    const { state, server } = cuttable();
    const index = await openTestIndex('/mapping', { server });
    const session = await openMapping(index);
    state.isDown = true;
    session.dispatch(add('user'));
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect
      .element(review.getByText(/^Changes can’t be applied now: .*Your edits are kept on this device\.$/))
      .toBeVisible();
    await expect.element(review.getByRole('button', { name: /^Update mapping of / })).toBeDisabled();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(bar).toHaveTextContent('Changes can’t be applied now');
    session.dispatch(add('more'));
    await expect.element(saveState).toHaveTextContent('Unsaved · 2');
    state.isDown = false;
    await send();
    await expect.element(bar).not.toBeInTheDocument();
    expect(namesOf(await index.mappings())).toEqual(['host', 'message', 'more', 'user']);
  });

  it('counts what is unsent at once when what was sent is undone, done again or restored over', async () => {
    const index = await openTestIndex('/mapping');
    const session = await openMapping(index);
    session.dispatch(add('user'));
    await expect.element(saveState).toHaveTextContent('Unsaved · 1');
    await send();
    await expect.element(bar).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(bar).toHaveTextContent('Unsent changes1 requires a new index');
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await expect.element(bar).not.toBeInTheDocument();
    session.dispatch({ type: 'history.restore', payload: { version: 1 } });
    await expect.element(bar).toHaveTextContent('Unsent changes1 requires a new index');
    session.dispatch({ type: 'history.restore', payload: { version: 2 } });
    await expect.element(bar).not.toBeInTheDocument();
  });

  it('becomes the draft of a new index where it needs one', async () => {
    const index = await openTestIndex('/mapping');
    (await openMapping(index)).dispatch({
      type: 'field.edit',
      payload: { field: '/mappings/properties/message', set: { type: 'keyword' } },
    });
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(review.getByText('None of these changes can be applied to this index.')).toBeVisible();
    await userEvent.click(review.getByRole('button', { name: 'Create new index from this mapping' }));
    await expect.element(page.getByRole('heading', { name: 'Create index' })).toBeVisible();
    expect(index.router.state.location.pathname).toBe(`${APP_BASE}/create_index`);
    await expect
      .element(page.getByRole('textbox', { name: 'Mappings' }))
      .toHaveTextContent('"message": { "type": "keyword"');
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'logs-2');
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    await userEvent.click(page.getByRole('button', { name: 'Create index' }));
    await expect.element(page.getByRole('heading', { name: 'logs-2', level: 1 })).toBeVisible();
    expect(await index.server.ask('GET', ['logs-2', '_mapping'])).toContain('"message":{"type":"keyword"');
  });

  it('is edited on a read-only server, which says that it can’t be sent', async () => {
    const index = await openTestIndex('/mapping', { server: testServer({ isReadOnly: true }) });
    (await openMapping(index)).dispatch(add('user'));
    await expect.element(bar).toHaveTextContent('This server is read-only. Clusters can’t be changed from here.');
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(review.getByText('The changes can’t be applied now')).toBeVisible();
    await expect.element(review.getByRole('button', { name: /^Update mapping of / })).toBeDisabled();
    await expectAccessible();
  });
});

describe('the mapping of an index that was deleted and created again', () => {
  const replaced = page.getByRole('alert', { name: 'Index replaced' });

  /** The mapping was edited while the index was replaced by one with another mapping; Review reads it again. */
  async function edited() {
    const index = await openTestIndex('/mapping');
    const session = await openMapping(index);
    session.dispatch(add('user'));
    await expect.element(saveState).toHaveTextContent('Unsaved · 1');
    await index.server.ask('DELETE', ['logs']);
    await index.server.ask('PUT', ['logs'], { mappings: { properties: { other: keyword } } });
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(replaced).toHaveTextContent('logs was deleted and created again');
    return { index, session };
  }

  it('keeps the edits at hand, and takes nothing of the new index into the old history', async () => {
    const { session } = await edited();
    await expect.element(replaced).toHaveTextContent('1 unsent change to the old index is kept in its history.');
    await expect.element(page.getByRole('row', { name: /^user/ })).toBeVisible();
    await expect.element(page.getByRole('row', { name: /^message/ })).toBeVisible();
    await expect.element(review).not.toBeInTheDocument();
    await expect.element(bar).not.toBeInTheDocument();
    expect(session.getSnapshot().state.history.version).toBe(2);
    await expectAccessible();
  });

  it('applies the edits to the new index, whose log begins with its own mapping', async () => {
    const { index, session } = await edited();
    await userEvent.click(replaced.getByRole('button', { name: 'Apply edits to new index' }));
    await expect.element(saveState).toHaveTextContent('Unsaved · 1');
    await expect.element(page.getByRole('row', { name: /^other/ })).toBeVisible();
    await expect.element(page.getByRole('row', { name: /^user/ })).toBeVisible();
    await expect.element(page.getByRole('row', { name: /^message/ })).not.toBeInTheDocument();
    const opened = index.services.documents.all().filter(({ stream }) => stream.startsWith('index/'));
    const next = opened.find(({ stream }) => stream !== session.stream);
    expect(namesOf(valueAt(next?.getSnapshot().state.body, '/cluster') as JsonValue)).toEqual(['other']);
    await send();
    await expect.element(bar).not.toBeInTheDocument();
    expect(namesOf(await index.mappings())).toEqual(['other', 'user']);
  });

  it('counts no field that is only written with dots, and does not carry it over', async () => {
    const index = await openTestIndex('/mapping');
    const user = { properties: { name: keyword } };
    await index.server.ask('PUT', ['logs', '_mapping'], { properties: { user } });
    const session = await openMapping(index);
    const { properties } = (await index.mappings()) as { readonly properties: { readonly user: unknown } };
    const { user: _, ...others } = properties;
    const mappings = { properties: { ...others, 'user.name': keyword, extra: keyword } };
    session.dispatch({ type: 'editor.replaceMappings', payload: { mappings } });
    await index.server.ask('DELETE', ['logs']);
    await index.server.ask('PUT', ['logs'], { mappings: { properties: { other: keyword } } });
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(replaced).toHaveTextContent('1 unsent change to the old index is kept in its history.');
    await userEvent.click(replaced.getByRole('button', { name: 'Apply edits to new index' }));
    await send();
    expect(namesOf(await index.mappings())).toEqual(['extra', 'other']);
  });

  it('opens the new index without them where they are not wanted', async () => {
    await edited();
    await userEvent.click(replaced.getByRole('button', { name: 'Open new index' }));
    await expect.element(page.getByRole('row', { name: /^other/ })).toBeVisible();
    await expect.element(page.getByRole('row', { name: /^user/ })).not.toBeInTheDocument();
    await expect.element(bar).not.toBeInTheDocument();
  });

  it('sends nothing to the new index that was reviewed for the old one', async () => {
    const index = await openTestIndex('/mapping');
    (await openMapping(index)).dispatch(add('user'));
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(review).toBeVisible();
    await index.server.ask('DELETE', ['logs']);
    await index.server.ask('PUT', ['logs'], { mappings: { properties: { other: keyword } } });
    await userEvent.click(review.getByRole('button', { name: /^Update mapping of / }));
    await expect.element(replaced).toBeVisible();
    expect(namesOf(await index.mappings())).toEqual(['other']);
  });

  it('never begins with what was read of the old index, nor follows that', async () => {
    const index = await openTestIndex('?tab=mapping');
    await expect.element(page.getByText('message', { exact: true })).toBeVisible();
    // The tab has just read the mapping of the old index, and its response is cached.
    await index.server.ask('DELETE', ['logs']);
    await index.server.ask('PUT', ['logs'], { mappings: { properties: { other: keyword } } });
    await userEvent.click(page.getByRole('link', { name: 'Edit mapping' }));
    const session = await openMapping(index);
    await expect.element(page.getByRole('row', { name: /^other/ })).toBeVisible();
    expect(session.getSnapshot().state.history.version).toBe(1);
    await expect.element(page.getByRole('row', { name: /^message/ })).not.toBeInTheDocument();
  });
});

describe('the mapping of an index that is gone', () => {
  const notice = page.getByText('This mapping is read-only');

  /**
   * The mapping was edited, then its index deleted on the cluster, and created again as another index, or as an alias
   * of one, where `remade` says so. Opened again on the same device at `path`.
   */
  async function gone(path: (uuid: string) => string, remade?: 'index' | 'alias') {
    const first = await openTestIndex('/mapping', { name: 'logs' });
    const session = await openMapping(first);
    session.dispatch(add('user'));
    await session.whenSaved();
    const uuid = session.stream.slice(session.stream.lastIndexOf('/') + 1);
    await first.server.ask('DELETE', ['logs']);
    const mappings = { properties: { other: keyword } };
    if (remade === 'index') await first.server.ask('PUT', ['logs'], { mappings });
    if (remade === 'alias') await first.server.ask('PUT', ['logs-2'], { mappings, aliases: { logs: {}, all: {} } });
    await cleanup();
    return openTestConsole(path(uuid), await testServices(first.store, { http: first.server.http }));
  }

  it('opens read-only with its history, from the list of changes too', async () => {
    await gone(() => '/history');
    await userEvent.click(page.getByRole('link', { name: 'Add user (keyword)' }));
    await userEvent.click(page.getByRole('link', { name: 'Open version 2' }));
    await expect.element(notice).toBeVisible();
    await expect.element(page.getByText(/^Index logs no longer exists\. /)).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Version 2' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: /^user/ })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Back to current version' }));
    await expect.element(page.getByRole('row', { name: /^user/ })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Load JSON' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: /^Undo/ })).toBeDisabled();
    await expect.element(bar).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('is told from that of an index that was made under its name', async () => {
    const { router } = await gone((uuid) => `/indices/logs/mapping?uuid=${uuid}`, 'index');
    await expect.element(page.getByText(/another index has its name/)).toBeVisible();
    await expect.element(page.getByRole('row', { name: /^user/ })).toBeVisible();
    await router.navigate({ to: `${APP_BASE}/indices/$name/mapping`, params: { name: 'logs' } });
    await expect.element(page.getByRole('row', { name: /^other/ })).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
  });

  it('leads to the index that has its name as an alias now', async () => {
    const { router } = await gone((uuid) => `/indices/logs/mapping?uuid=${uuid}`, 'alias');
    const bar = page.getByRole('region', { name: 'Index replaced' });
    await expect.element(bar).toHaveTextContent('logs is an alias now, of logs-2.');
    await expectAccessible();
    await userEvent.click(bar.getByRole('link', { name: 'logs-2' }));
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/indices/logs-2/mapping`);
    await expect.element(page.getByRole('row', { name: /^other/ })).toBeVisible();
    // It is the same on a device that has no copy.
    await router.navigate({ to: `${APP_BASE}/indices/$name/mapping`, params: { name: 'all' } });
    await expect.element(page.getByText('Index all doesn’t exist on this cluster.')).toBeVisible();
    await expect.element(page.getByText('all is an alias now, of logs-2.')).toBeVisible();
  });

  it('is listed among what is stored by the name of the index', async () => {
    await gone(() => '/storage');
    await expect.element(page.getByRole('row', { name: /^Mapping of index logs Live mapping 2/ })).toBeVisible();
    await expectAccessible();
    await userEvent.click(page.getByRole('link', { name: 'Mapping of index logs' }));
    await expect.element(notice).toBeVisible();
  });

  it('is said not to be there where nothing of it was edited here', async () => {
    await openTestConsole('/indices/nowhere/mapping', await testServices(undefined, { http: testServer().http }));
    await expect.element(page.getByText('Index nowhere doesn’t exist on this cluster.')).toBeVisible();
  });
});

describe('a live mapping on a phone', () => {
  it('moves nothing in a form when a parameter turns out to need a new index', async () => {
    await page.viewport(390, 844);
    await openMapping(await openTestIndex('/mapping', { mappings: { properties: { host: keyword } } }));
    await userEvent.click(page.getByRole('row', { name: /^host/ }).getByText('host', { exact: true }));
    const flyout = page.getByRole('dialog', { name: "Edit field 'host'" });
    await userEvent.click(flyout.getByRole('button', { name: 'Show advanced settings' }));
    flyout.getByRole('switch', { name: 'Use doc values', exact: true }).element().focus();
    const places = placesIn(flyout.element());
    await userEvent.keyboard(' ');
    const parameter = flyout.getByRole('region', { name: 'Use doc values' });
    await expect.element(parameter.getByText('requires a new index')).toBeVisible();
    expect(placesIn(flyout.element())).toEqual(places);
    await expectAccessible();
  });

  it('leaves the room of the heading to the name of the index', async () => {
    await page.viewport(390, 844);
    await openMapping(await openTestIndex('/mapping', { name: 'customers-of-all-regions' }));
    const heading = page.getByRole('heading', { level: 1 }).element();
    expect(heading.getBoundingClientRect().width).toBeGreaterThan(90);
    await expect.element(page.getByRole('group', { name: 'Cluster' })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(390);
    await expectAccessible();
  });
});

describe('hostile names', () => {
  const HOSTILE = ['__proto__', 'constructor', 'a/b', 'a~b', '🙂', '<img src=x onerror=wasRun=1>', '0'];

  it('of fields are sent as they are', async () => {
    const index = await openTestIndex('/mapping', { mappings: { properties: {} } });
    const session = await openMapping(index);
    for (const name of HOSTILE) session.dispatch(add(name));
    await expect.element(saveState).toHaveTextContent(`Unsaved · ${HOSTILE.length}`);
    await send();
    await expect.element(bar).not.toBeInTheDocument();
    expect(namesOf(await index.mappings())).toEqual([...HOSTILE].sort());
    expect(Reflect.get(globalThis, 'wasRun')).toBeUndefined();
  });

  it.each(['ä-🙂', 'a%2fb', 'constructor', 'x&tab=stats;y=%3f'])(
    'of an index lead to it and its mapping: %s',
    async (name) => {
      const { router } = await openTestIndex('?tab=mapping', { name });
      await expect.element(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      await userEvent.click(page.getByRole('link', { name: 'Edit mapping' }));
      await expect.element(page.getByRole('tab', { name: 'Mapped fields' })).toBeVisible();
      await expect.element(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      expect(router.state.location.pathname).toContain('/mapping');
      await userEvent.click(page.getByRole('link', { name: `Index ${name}`, exact: true }));
      await expect.element(page.getByRole('tab', { name: 'Summary' })).toBeVisible();
    },
  );

  it.each(['constructor', 'a~b', '🙂', '0', 'a%2fb'])('of an alias are shown and removed: %s', async (alias) => {
    const { server } = await openTestIndex('?tab=aliases');
    await userEvent.click(page.getByRole('button', { name: 'Add alias' }));
    await userEvent.fill(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), alias);
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Add alias' }));
    await expect.element(page.getByRole('region', { name: `Alias ${alias}`, exact: true })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: `Remove alias ${alias}`, exact: true }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }));
    await expect.element(page.getByRole('region', { name: `Alias ${alias}`, exact: true })).not.toBeInTheDocument();
    expect(Object.keys(valueAt(parseJson(await server.ask('GET', ['logs', '_alias'])), '/logs/aliases') ?? {})).toEqual(
      ['all'],
    );
  });

  it.each(['__proto__', 'a/b', '<img src=x>', '..'])(
    'of an alias that no engine takes are refused in the form: %s',
    async (alias) => {
      await openTestIndex('?tab=aliases');
      await userEvent.click(page.getByRole('button', { name: 'Add alias' }));
      await userEvent.fill(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), alias);
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('dialog').getByText(/^The name can.t/)).toBeVisible();
    },
  );
});
