import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PlainHttpHint } from './plain-http-hint.tsx';

const words = page.getByText(/can copy the secret that proves who you are/);

it('says over plain HTTP what is not proved there, and nothing elsewhere', async () => {
  await render(<PlainHttpHint isSecure={false} />);
  await expect.element(words).toBeVisible();
});

it('says nothing on this machine', async () => {
  await render(<PlainHttpHint />);
  expect(words.query()).toBeNull();
});
