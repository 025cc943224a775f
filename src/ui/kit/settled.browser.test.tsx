import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Settled } from './settled.tsx';

function Page() {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <Settled what={isShown ? 'alarm' : null}>{isShown && <p>Storage is almost full</p>}</Settled>
      <button onPointerDown={() => setIsShown(!isShown)}>Save</button>
    </>
  );
}

it('shows and removes a banner once the pointer is up, so that what is pressed stays where it is', async () => {
  await render(<Page />);
  const button = page.getByRole('button', { name: 'Save' }).element();
  const banner = page.getByText('Storage is almost full');
  const topOf = () => button.getBoundingClientRect().top;
  const send = (type: string) => button.dispatchEvent(new PointerEvent(type, { bubbles: true }));
  /** Longer than React needs to render. */
  const twoFrames = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))));

  const before = topOf();
  send('pointerdown');
  await twoFrames();
  expect(topOf()).toBe(before);
  expect(banner.elements()).toEqual([]);
  send('pointerup');
  await expect.element(banner).toBeVisible();
  const pushed = topOf();
  expect(pushed).toBeGreaterThan(before);

  send('pointerdown');
  await twoFrames();
  expect(topOf()).toBe(pushed);
  await expect.element(banner).toBeVisible();
  send('pointercancel');
  await expect.element(banner).not.toBeInTheDocument();
  expect(topOf()).toBe(before);
});
