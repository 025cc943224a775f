import axe from 'axe-core';
import { expect } from 'vitest';

const TOOLTIPS = '[data-overlay-container]:has(> [role="tooltip"])';

/**
 * Fails with each violation that axe finds on the page or in a part of it, once nothing moves any more: what is fading in has no contrast.
 * Left out is what react-aria says to screen readers: it names elements by their ids, and stays seven seconds, longer than a button
 * that was pending in a dialog. A tooltip comes and goes by where the pointer was left, also by the test before: it is looked at by itself.
 */
export async function expectAccessible(part: Element | Document = document): Promise<void> {
  await drawn();
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { violations } = await axe.run(
    { include: part, exclude: part === document ? ['[data-live-announcer]', TOOLTIPS] : '[data-live-announcer]' },
    // Style sheets are read again for one rule alone, which is off.
    { preload: false, resultTypes: ['violations'], rules: { 'target-size': { enabled: true }, ...rulesOfPage() } },
  );
  expect(
    violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    ),
  ).toEqual([]);
}

/** A dialog hides the page from screen readers. Whether one is open, axe guesses by what lies at some points of the page, and sometimes guesses wrong. */
function rulesOfPage(): axe.RuleObject {
  const isHidden = document.querySelector('h1')?.closest('[aria-hidden=true], [inert]') != null;
  return isHidden ? { 'landmark-one-main': { enabled: false }, 'page-has-heading-one': { enabled: false } } : {};
}

/** Resolves once what has changed is drawn: what fades in has begun to. */
async function drawn(): Promise<void> {
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
}
