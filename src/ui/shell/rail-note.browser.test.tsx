import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openTestDraft } from '../testing/open-test-draft.ts';
import { testServices } from '../testing/test-services.ts';

const UNNAMED = { id: 'u', name: 'Unnamed author', verified: false };
const question = page.getByRole('group', { name: 'Add your name to your changes' });

afterEach(async () => {
  localStorage.clear();
  await page.viewport(1440, 900);
});

/** Where each control and row is. */
function placesOf(elements: readonly Element[]): ReadonlyMap<Element, string> {
  return new Map(
    elements.map((element) => {
      const { x, y } = element.getBoundingClientRect();
      return [element, `${element.tagName}: ${String(x)}, ${String(y)}`];
    }),
  );
}

/** What is elsewhere now; a button whose code has arrived is another one, in the same place. */
function moved(before: ReadonlyMap<Element, string>): readonly string[] {
  const now = placesOf([...before.keys()].filter((element) => element.isConnected));
  return [...now].flatMap(([element, place]) =>
    before.get(element) === place ? [] : [`${before.get(element) ?? ''} → ${place}`],
  );
}

const controls = () => [...document.querySelectorAll('a, button, input, [role=row], [role=tab], h1')];

it('asks for a name after the first edit, and moves nothing, neither while a pointer is down nor later', async () => {
  const services = await testServices(undefined, { author: UNNAMED });
  const { stream } = await openTestDraft({ properties: { ip: { type: 'ip' } } }, { services });
  await expect.element(page.getByRole('row', { name: /^ip / })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add field' }).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  const before = placesOf(controls());
  const pressed = page.getByRole('row', { name: /^ip / }).element();
  pressed.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  const session = services.documents.all().find((each) => each.stream === stream);
  const edit = { type: 'field.edit', payload: { field: '/properties/ip', set: { store: true } } } as const;
  expect(session?.dispatch(edit)).toHaveProperty('event');
  await expect.element(question).toBeVisible();
  expect(moved(before)).toEqual([]);
  pressed.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  await expect.element(page.getByRole('button', { name: /^Undo: / })).toBeVisible();
  expect(moved(before)).toEqual([]);

  // A folded rail has no room for it: the button that answers it is marked.
  await page.viewport(820, 900);
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole('navigation', { name: 'Main' })).toHaveAttribute('data-asks');
  await page.viewport(1440, 900);
  await expect.element(question).toBeVisible();

  await userEvent.click(question.getByRole('button', { name: 'Not now' }));
  await expect.element(question).not.toBeInTheDocument();
  expect(moved(before)).toEqual([]);
  await expect.element(page.getByRole('navigation', { name: 'Main' })).not.toHaveAttribute('data-asks');
});
