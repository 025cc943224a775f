import axe from 'axe-core';
import { expect } from 'vitest';

/** Fails with each violation that axe finds on the page or in a part of it, once nothing moves any more: what is fading in has no contrast. */
export async function expectAccessible(part: Element | Document = document): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { violations } = await axe.run(part, { resultTypes: ['violations'] });
  expect(violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)).toEqual([]);
}
