import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FileJson } from './icons/icons.ts';
import './theme/tokens.css';
import './theme/base.css';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { IconButton } from './icon-button.tsx';

it('names what an icon does, by the keyboard and by the pointer, until Escape or the pointer leaves', async () => {
  await render(
    <main>
      <h1>Files</h1>
      <IconButton label="Open file" icon={FileJson} />
    </main>,
  );
  const button = page.getByRole('button', { name: 'Open file' });
  const tooltip = page.getByRole('tooltip');
  await userEvent.tab();
  await expect.element(tooltip).toHaveTextContent('Open file');
  await expectAccessible(tooltip.element());
  await userEvent.keyboard('{Escape}');
  await expect.element(tooltip).not.toBeInTheDocument();
  await userEvent.hover(button);
  await expect.element(tooltip).toHaveTextContent('Open file');
  await expectAccessible();
  await userEvent.unhover(button);
  await expect.element(tooltip).not.toBeInTheDocument();
});
