import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../kit/theme/tokens.css';
import '../kit/theme/base.css';
import { ChunkError } from '../kit/load-chunk.ts';
import { ErrorMessage } from './error-details.tsx';

const faceOf = (element: Element) => getComputedStyle(element).fontFamily;

it('shows our own words in the typeface of text, and those of a program in that of code', async () => {
  await render(
    <div className="mapledger">
      <ErrorMessage error={new ChunkError(new Error('net::ERR_FAILED'))} />
      <ErrorMessage error={new TypeError('null is not an object')} />
      <ErrorMessage error={new Error('disk I/O error')} />
    </div>,
  );
  const ours = page.getByText(/^A part of the console could not be loaded/).element();
  const theirs = page.getByText('disk I/O error').element();
  const [text = ours] = document.getElementsByClassName('mapledger');
  expect(faceOf(ours)).toBe(faceOf(text));
  expect(faceOf(theirs)).toContain('monospace');
  expect(faceOf(ours)).not.toContain('monospace');
  expect(faceOf(page.getByText(/^An internal error occurred/).element())).toBe(faceOf(ours));
});
