import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftStream } from '#domain/commands';
import { replay } from '#domain/document';

import { openLog } from '#domain/log';
import { draftsOf } from '../../platform/draft-list.ts';
import type { Services } from '../../platform/services.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';

const ORDERS = [
  '{"at":"2026-01-02T03:04:05Z","status":200,"client":{"ip":"10.0.0.1"}}',
  '{"at":"2026-01-02T03:04:06Z","status":404,"client":{"ip":"::1"},"note":null}',
];
const NDJSON = `${ORDERS.join('\n')}\n`;
const MAPPINGS = {
  properties: {
    at: { type: 'date' },
    status: { type: 'long' },
    client: { properties: { ip: { type: 'ip' } } },
  },
};

function drop(name: string, ...content: BlobPart[]): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(content, name));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

const summary = page.getByText(/documents?, [\d,]+ fields?, for /);
const typeOf = (field: string) => page.getByRole('radiogroup', { name: `Type of ${field}` });

async function openInfer(): Promise<{ services: Services }> {
  const opened = await openTestConsole('/drafts/infer');
  await expect.element(page.getByRole('heading', { name: 'Infer a mapping from documents' })).toBeVisible();
  return opened;
}

async function eventsOf({ drafts, store }: Services, name: string) {
  const draft = draftsOf(drafts.getSnapshot().state.body).find((each) => each.name === name);
  const { events } = openLog(await store.read(draftStream(draft?.id ?? '')));
  return { draft, events, body: replay(undefined, events) };
}

describe('the screen that infers a mapping', () => {
  it('is reached from Drafts and from the palette', async () => {
    const { router } = await openTestConsole('/drafts');
    await userEvent.click(page.getByRole('link', { name: 'Infer mapping' }));
    await expect.element(page.getByRole('heading', { name: 'Infer mapping', level: 1 })).toBeVisible();
    await userEvent.click(page.getByRole('main').getByText('The file stays in this browser'));
    await expectAccessible();
    await router.navigate({ to: '/management/data/index_management/settings' });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.fill(page.getByRole('combobox'), 'infer documents');
    await userEvent.click(page.getByRole('option', { name: /Infer a mapping from documents/ }));
    await expect.element(page.getByRole('heading', { name: 'Infer mapping', level: 1 })).toBeVisible();
  });

  it.each([
    ['orders.ndjson', NDJSON],
    ['orders.json', `[\n${ORDERS.join(',\n')}\n]`],
    ['orders.json', NDJSON.replaceAll(',"', ',\n  "')],
    ['orders.csv', 'at,status,client.ip\n2026-01-02T03:04:05Z,200,10.0.0.1\n2026-01-02T03:04:06Z,404,::1\n'],
  ])('makes a draft of %s, whose events have the reasons', async (name, text) => {
    const { services } = await openInfer();
    drop(name, text);
    await expect.element(summary).toHaveTextContent(/^2 documents, [34] fields, for Elasticsearch/);
    await expect.element(page.getByText('Tried 2 documents on the mapping: none is refused.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Create draft' }));
    await expect.element(page.getByRole('heading', { name: 'orders', level: 1 })).toBeVisible();
    const { events, body, draft } = await eventsOf(services, 'orders');
    expect(body).toEqual({ mappings: MAPPINGS });
    expect(draft).toMatchObject({ kind: 'mappings', mappingsAt: '/mappings' });
    expect(events.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Inferred from 2 documents of orders[.a-z]+, for /),
      expect.stringContaining('date'),
      'Every value is a whole number, from 200 to 404.',
      'Objects (2).',
      'Every value is an IPv4 or IPv6 address.',
    ]);
    expect(JSON.stringify(events)).not.toContain('10.0.0.1');
  });

  it('has an alternative in place of a proposal, tries it and puts it into the draft', async () => {
    const { services } = await openInfer();
    drop('codes.ndjson', '{"code":1,"tags":[{"n":1},{"n":2}]}\n{"code":70000,"tags":[]}\n');
    await expect.element(typeOf('code').getByRole('radio', { name: 'long' })).toBeChecked();
    await expect.element(page.getByText('Dynamic mapping: long').first()).toBeVisible();
    await userEvent.click(typeOf('code').getByRole('radio', { name: 'keyword' }));
    await expect.element(typeOf('code').getByRole('radio', { name: 'keyword' })).toBeChecked();
    await userEvent.click(typeOf('tags').getByRole('radio', { name: 'nested' }));
    await expect.element(page.getByText('Tried 2 documents on the mapping: none is refused.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Create draft' }));
    await expect.element(page.getByRole('heading', { name: 'codes', level: 1 })).toBeVisible();
    const { body, events } = await eventsOf(services, 'codes');
    expect(body).toEqual({
      mappings: {
        properties: {
          code: { type: 'keyword' },
          tags: { type: 'nested', properties: { n: { type: 'long' } } },
        },
      },
    });
    expect(events[1]?.reason).toBe('If these are identifiers: faster to find one by one, but no ranges.');
  });

  it('proposes for another engine', async () => {
    await openInfer();
    drop('v.ndjson', `{"v":[${Array.from({ length: 40 }, (_, at) => `0.${at + 1}`).join()}]}\n`);
    await expect.element(typeOf('v').getByRole('radio', { name: /^dense_vector/ })).toBeChecked();
    await userEvent.click(page.getByRole('button', { name: /Target engine/ }));
    await userEvent.click(page.getByRole('option', { name: 'OpenSearch 3.4' }));
    await expect.element(typeOf('v').getByRole('radio', { name: /^knn_vector/ })).toBeChecked();
    await expect.element(page.getByText('index.knn: true')).toBeVisible();
    await expect.element(summary).toHaveTextContent('for OpenSearch 3.4');
  });

  it('lists by line what no engine takes, before a draft is made', async () => {
    await openInfer();
    drop('bad.ndjson', `${NDJSON}{"a":1,"a":2}\n{"_id":"x"}\n{"x":5\n`, '{"a":"', new Uint8Array([0xe9]), '"}');
    const lines = page.getByRole('list', { name: /^Not read, or refused by every mapping/ });
    await expect.element(lines).toHaveTextContent('Line 3: The key "a" is named twice in one object.');
    await expect.element(lines).toHaveTextContent('Line 5: The document ends in the middle.');
    await expect.element(lines).toHaveTextContent('Line 6: It is not valid UTF-8.');
    await expect
      .element(page.getByRole('list', { name: 'Names that the engine refuses:' }))
      .toHaveTextContent('line 4');
    await expectAccessible();
  });

  it.each([
    ['empty.ndjson', [''], 'it holds no documents.'],
    ['utf-16.ndjson', [new Uint8Array([0xff, 0xfe, 0x7b, 0])], 'Line 1: it is UTF-16; save it as UTF-8.'],
    ['twice.csv', ['a,a\n1,2\n'], 'Line 1: two columns are called "a".'],
    ['latin.csv', ['a,b\n', new Uint8Array([0xe9]), ',1\n'], 'it is not valid UTF-8.'],
  ] as const)('says why %s can’t be read, and takes another file', async (name, content, reason) => {
    await openInfer();
    drop(name, ...content);
    await expect.element(page.getByRole('heading', { name: `${name} can’t be read` })).toBeVisible();
    await expect.element(page.getByRole('alert')).toHaveTextContent(reason);
    drop('orders.ndjson', NDJSON);
    await expect.element(summary).toBeVisible();
  });

  it('ends at once when it is cancelled or left, and forgets the file', async () => {
    const { router } = await openTestConsole('/drafts/infer');
    await expect.element(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
    const line = `${ORDERS.join('\n')}\n`;
    const long = () => drop('long.ndjson', ...Array.from({ length: 40 }, () => line.repeat(20_000)));
    long();
    await expect.element(page.getByRole('progressbar', { name: 'Reading long.ndjson' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    await expect.element(page.getByRole('heading', { name: 'Infer a mapping from documents' })).toBeVisible();
    long();
    await expect.element(page.getByRole('progressbar', { name: 'Reading long.ndjson' })).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Drafts' }).first());
    await expect.element(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible();
    await router.navigate({ to: '/management/data/index_management/drafts/infer' });
    await expect.element(page.getByRole('heading', { name: 'Infer a mapping from documents' })).toBeVisible();
  });

  it('shows ten thousand fields by those in view, and filters them', async () => {
    await openInfer();
    const members = Array.from({ length: 9_990 }, (_, at) => `"field_${at}":${at}`);
    drop('wide.ndjson', `{${members.join()}}\n`);
    await expect.element(summary).toHaveTextContent('1 document, 9,990 fields');
    expect(page.getByRole('radiogroup').elements().length).toBeLessThan(40);
    await userEvent.fill(page.getByRole('searchbox', { name: 'Filter fields' }), 'field_9876');
    await expect.element(typeOf('field_9876')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Create draft' }));
    await expect.element(page.getByRole('heading', { name: 'wide', level: 1 }), { timeout: 60_000 }).toBeVisible();
  });

  it('shows hostile names as they are', async () => {
    await openInfer();
    const bodies = ['{"__proto__":1,"constructor":{"prototype":2},"ad\u202Emin":3,"<img src=x onerror=alert(1)>":4}'];
    drop('a\u202Eb.ndjson', ...bodies);
    await expect.element(page.getByRole('heading', { name: 'a\\u202eb.ndjson' })).toBeVisible();
    for (const name of ['__proto__', 'constructor.prototype', 'ad\\u202emin', '<img src=x onerror=alert(1)>'])
      await expect.element(typeOf(name)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Create draft' }));
    await expect.element(page.getByRole('treegrid', { name: 'Fields' })).toBeVisible();
  });
});
