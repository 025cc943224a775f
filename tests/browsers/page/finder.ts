import { Ivya } from 'ivya';
import { getAriaDisabled, isElementVisible } from 'ivya/utils';

export type Aim = { readonly x: number; readonly y: number } | { readonly reason: string };

const ivya = Ivya.create({ browser: navigator.userAgent.includes('Firefox/') ? 'firefox' : 'webkit' });

function elementsOf(selector: string): readonly Element[] {
  return ivya.queryLocatorSelectorAll(selector);
}

/** The one element that a selector finds. */
function elementOf(selector: string): Element {
  const [element, ...others] = elementsOf(selector);
  if (element === undefined) throw new Error('Nothing was found');
  if (others.length > 0)
    throw new Error(`${others.length + 1} were found: ${[element, ...others].map(describe).join(', ')}`);
  return element;
}

function describe(element: Element): string {
  return element.cloneNode(false) instanceof Element ? (element.cloneNode(false) as Element).outerHTML : '';
}

function centerOf(element: Element): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}

/** What hides the middle of an element from a click, if anything does. */
function hiderOf(element: Element, x: number, y: number): Element | null {
  const hit = document.elementFromPoint(x, y);
  const isHit = hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
  return isHit ? null : (hit ?? document.documentElement);
}

const CLICK_EVENTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const;

/** Ends the watch over a click, and says whether it came to its element; null where none is watched. */
let endWatch: (() => boolean) | null = null;

/** How a page answers a driver that knows no roles and names: as Playwright would find and look at its elements. */
export const finder = {
  count: (selector: string): number => elementsOf(selector).length,
  isVisible: (selector: string): boolean => isElementVisible(elementOf(selector)),
  isEnabled: (selector: string): boolean => !getAriaDisabled(elementOf(selector)),
  text: (selector: string): string => (elementOf(selector) as HTMLElement).innerText,
  value: (selector: string): string => (elementOf(selector) as HTMLInputElement).value,
  /** Where to click, once that would reach the element; why not yet, else. */
  aim(selector: string): Aim {
    const element = elementOf(selector);
    if (!isElementVisible(element)) return { reason: 'It is not visible' };
    if (getAriaDisabled(element)) return { reason: 'It is disabled' };
    let { x, y } = centerOf(element);
    if (hiderOf(element, x, y) !== null) {
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      ({ x, y } = centerOf(element));
    }
    const hider = hiderOf(element, x, y);
    return hider === null ? { x, y } : { reason: `${describe(hider)} is in front of it` };
  },
  /** Lets the click that follows reach this element and nothing else: what is shown may move before it comes. */
  watchClick(selector: string): void {
    const element = elementOf(selector);
    const seen: boolean[] = [];
    const look = (event: Event) => {
      if (seen.length === 0) {
        const target = event.composedPath()[0];
        seen.push(
          target instanceof Element && (element.contains(target) || target.closest('label')?.control === element),
        );
      }
      if (seen[0] === true) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const type of CLICK_EVENTS) window.addEventListener(type, look, { capture: true });
    endWatch = () => {
      for (const type of CLICK_EVENTS) window.removeEventListener(type, look, { capture: true });
      return seen[0] ?? false;
    };
  },
  /** Whether the click that was watched has reached its element; a page that was replaced by then was clicked. */
  wasClicked(): boolean {
    const wasIt = endWatch?.() ?? true;
    endWatch = null;
    return wasIt;
  },
  focus(selector: string): void {
    (elementOf(selector) as HTMLElement).focus();
  },
  /** Focuses a field with all of its text selected. */
  select(selector: string): void {
    const field = elementOf(selector) as HTMLInputElement;
    field.focus();
    field.select();
  },
};
