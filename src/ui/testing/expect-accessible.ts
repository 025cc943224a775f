import axe from 'axe-core';
import { expect } from 'vitest';

const TOOLTIPS = '[data-overlay-container]:has(> [role="tooltip"])';

/**
 * Fails with each violation that axe finds on the page or in a part of it, once all animations have ended: an element
 * that is fading in lacks contrast. Messages of react-aria to screen readers are excluded: they name elements by their
 * ids, and stay for seven seconds, longer than a pending button of a dialog. Tooltips are excluded from the page,
 * because they depend on where the pointer was left, also by the previous test: check a tooltip as a part.
 */
export async function expectAccessible(part: Element | Document = document): Promise<void> {
  await drawn();
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { violations } = await axe.run(
    { include: part, exclude: part === document ? ['[data-live-announcer]', TOOLTIPS] : '[data-live-announcer]' },
    // Only one rule needs style sheets to be read again, and it is off.
    { preload: false, resultTypes: ['violations'], rules: { 'target-size': { enabled: true }, ...rulesOfPage() } },
  );
  expect(
    violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    ),
  ).toEqual([]);
}

/**
 * A dialog hides the page from screen readers. Axe guesses whether one is open from the elements at some points of the
 * page, and sometimes guesses wrong.
 */
function rulesOfPage(): axe.RuleObject {
  const isHidden = document.querySelector('h1')?.closest('[aria-hidden=true], [inert]') != null;
  return isHidden ? { 'landmark-one-main': { enabled: false }, 'page-has-heading-one': { enabled: false } } : {};
}

/** Resolves once changes are rendered: fading in has begun by then. */
async function drawn(): Promise<void> {
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
}
