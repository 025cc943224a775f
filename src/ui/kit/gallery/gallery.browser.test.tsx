import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../theme/tokens.css';
import '../theme/base.css';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { Gallery } from './gallery.tsx';

it.each(['Light', 'Dark'])('shows each component in %s, and axe finds nothing', async (theme) => {
  document.body.classList.add('mapledger');
  onTestFinished(() => document.body.classList.remove('mapledger'));
  await render(<Gallery />);
  await userEvent.click(page.getByRole('radio', { name: theme }));
  expect(document.documentElement.dataset['theme']).toBe(theme.toLowerCase());
  await expect.element(page.getByRole('textbox', { name: 'JSON editor' })).toBeVisible();
  await expectAccessible();
});
