import { describe, expect, inject, it } from 'vitest';
import { page } from 'vitest/browser';
import { parseJson, type JsonObject } from '#domain/json';
import { openTestDraft, type TestDraft } from '../../src/ui/testing/open-test-draft.ts';

const LEAST_DEFINITIONS = 100;
/** Fields of a draft: each draft is a test of its own, so that the time that a test may take follows its work. */
const FIELDS_PER_DRAFT = 12;
const advanced = page.getByRole('button', { name: 'Show advanced settings' });

const text = inject('realDefinitions');
const definitions = text === null ? [] : (parseJson(text) as readonly JsonObject[]);
const fields = definitions.map((definition, index) => [`f${index}`, definition] as const);
const drafts = Array.from({ length: Math.ceil(fields.length / FIELDS_PER_DRAFT) }, (_, index) => {
  const part = fields.slice(index * FIELDS_PER_DRAFT, (index + 1) * FIELDS_PER_DRAFT);
  return { from: part.at(0)?.[0], to: part.at(-1)?.[0], properties: Object.fromEntries(part) };
});

function press(button: Element): void {
  if (button instanceof HTMLElement) button.click();
}

/** Opens the form of a field by the address, and sends it as it is. */
async function sendUntouched(draft: TestDraft, name: string, about: string): Promise<void> {
  await draft.router.navigate({ to: '.', search: { field: `/properties/${name}` } });
  const form = page.getByRole('dialog', { name: `Edit field '${name}'` });
  await expect.element(form, { message: about }).toBeVisible();
  // Pressed in the page: a pointer waits until nothing moves, which takes most of a second for each field.
  advanced.elements().forEach(press);
  press(form.getByRole('button', { name: 'Update' }).element());
  await expect.element(form, { message: about }).not.toBeInTheDocument();
  // The address follows the form. Whoever goes on before it has would have the next form closed.
  await expect.poll(() => draft.router.state.location.search, { message: about }).not.toHaveProperty('field');
}

describe('each kind of real field: its form is opened, nothing touched, sent, and there is no event', () => {
  it('has all of them', (context) => {
    if (text === null)
      return context.skip(
        'there is no corpus of real mappings in ../shared/corpus; MAPLEDGER_CORPUS names another folder',
      );
    expect(definitions.length).toBeGreaterThan(LEAST_DEFINITIONS);
  });

  it.each(drafts)('from $from to $to', async ({ properties }) => {
    const draft = await openTestDraft({ properties });
    const session = () => draft.services.documents.all().find(({ stream }) => stream === draft.stream);
    await expect.poll(session).toBeDefined();
    const document = session();
    for (const [name, definition] of Object.entries(properties)) {
      const about = `${name}: ${JSON.stringify(definition)}`;
      await sendUntouched(draft, name, about);
      expect(document?.getSnapshot().state.history.version, about).toBe(1);
    }
    await document?.whenSaved();
    expect(await draft.events()).toHaveLength(1);
    expect(await draft.body()).toEqual({ properties });
  });
});
