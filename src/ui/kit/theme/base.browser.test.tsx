import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import './tokens.css';
import baseRules from './base.css?inline';
import { ComboBox } from '../combo-box.tsx';
import { SearchField } from '../search-field.tsx';

const ITEMS = [{ id: 'red', label: 'Red' }];

/** The elements in a box that have a focus ring, by class or tag. */
function ringsIn(box: Element): readonly string[] {
  return [box, ...box.querySelectorAll('*')]
    .filter((element) => getComputedStyle(element).outlineStyle !== 'none')
    .map((element) => (element === box ? 'box' : element.tagName));
}

it.each(['searchbox', 'combobox'])('draws one focus ring around a %s, the base rules loaded last', async (role) => {
  document.body.classList.add('mapledger');
  await render(
    <>
      <SearchField label="Search" value="a" onChange={() => undefined} />
      <ComboBox label="Colour" items={ITEMS} value="red" onChange={() => undefined} />
    </>,
  );
  // As in a build, where this style sheet comes after those of the components.
  const sheet = document.createElement('style');
  sheet.textContent = baseRules;
  document.head.append(sheet);
  onTestFinished(() => {
    sheet.remove();
    document.body.classList.remove('mapledger');
  });
  const input = page.getByRole(role);
  do await userEvent.tab();
  while (document.activeElement !== input.element() && document.activeElement !== document.body);
  await expect.element(input).toHaveFocus();
  const box = input.element().closest('[role=group]');
  expect(box === null ? [] : ringsIn(box)).toEqual(['box']);
});
