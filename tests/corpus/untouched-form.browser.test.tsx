import { expect, inject, it } from 'vitest';
import { page } from 'vitest/browser';
import { parseJson, type JsonObject } from '#domain/json';
import { openTestDraft } from '../../src/ui/testing/open-test-draft.ts';

const LEAST_DEFINITIONS = 100;
const advanced = page.getByRole('button', { name: 'Show advanced settings' });

function press(button: Element): void {
  if (button instanceof HTMLElement) button.click();
}

it(
  'each kind of real field: its form is opened, nothing touched, sent, and there is no event',
  { timeout: 240_000 },
  async (context) => {
    const text = inject('realDefinitions');
    if (text === null)
      return context.skip(
        'there is no corpus of real mappings in ../shared/corpus; MAPLEDGER_CORPUS names another folder',
      );
    const definitions = parseJson(text) as readonly JsonObject[];
    expect(definitions.length).toBeGreaterThan(LEAST_DEFINITIONS);
    const properties = Object.fromEntries(definitions.map((definition, index) => [`f${index}`, definition]));
    const draft = await openTestDraft({ properties });
    const document = draft.services.documents.all().find(({ stream }) => stream === draft.stream);
    for (const name of Object.keys(properties)) {
      const about = `${name}: ${JSON.stringify(properties[name])}`;
      await draft.router.navigate({ to: '.', search: { field: `/properties/${name}` } });
      const form = page.getByRole('dialog', { name: `Edit field '${name}'` });
      await expect.element(form, { message: about }).toBeVisible();
      // Pressed in the page: a pointer waits until nothing moves, which takes most of a second for each field.
      advanced.elements().forEach(press);
      press(page.getByRole('button', { name: 'Update' }).element());
      await expect.element(form, { message: about }).not.toBeInTheDocument();
      expect(document?.getSnapshot().state.history.version, about).toBe(1);
    }
    await document?.whenSaved();
    expect(await draft.events()).toHaveLength(1);
    expect(await draft.body()).toEqual({ properties });
  },
);
