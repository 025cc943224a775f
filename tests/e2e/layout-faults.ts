/** What {@link findLayoutFaults} is told. */
interface LayoutLimits {
  /** Px by which boxes may lie over each other, or text beyond its box: rounding, and the overhang of glyphs. */
  readonly tolerance: number;
  /** The most faults that are told of one page. */
  readonly atMost: number;
}

export const LAYOUT_LIMITS: LayoutLimits = { tolerance: 2, atMost: 20 };

/**
 * Finds text that is cut where nothing tells it whole, text and controls that lie over each other, and content that is wider than the page. Runs in the page, so that it
 * uses nothing from around it.
 *
 * A layer is what is meant to lie over other content: what is fixed or sticky, and what stands beside the console's own element (popovers, dialogs).
 * Layers may cover each other where the upper one has a background; content of one layer may not.
 */
export function findLayoutFaults({ tolerance, atMost }: LayoutLimits): string[] {
  interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  interface Item {
    readonly element: Element;
    readonly box: Box;
    readonly layer: Element | null;
    readonly words: string;
    readonly isControl: boolean;
  }
  interface Clip {
    readonly element: Element | null;
    readonly box: Box;
    /** Where text ends in an ellipsis: before the padding. */
    readonly endOfText: number;
    readonly clipsX: boolean;
    readonly clipsY: boolean;
    readonly scrollsX: boolean;
    readonly scrollsY: boolean;
  }

  const CONTROLS =
    'a[href], button, input, select, textarea, [role=button], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=slider], [role=combobox]';
  const faults = new Set<string>();
  const view: Box = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: window.innerHeight };
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element);
    if (known !== undefined) return known;
    const style = getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  const short = (text: string) => {
    const words = text.replace(/\s+/g, ' ').trim();
    return words.length > 60 ? `${words.slice(0, 57)}...` : words;
  };
  const describe = (element: Element) => {
    const role = element.getAttribute('role');
    const name = typeof element.className === 'string' ? element.className.split(' ')[0] : '';
    return `${element.localName}${role === null ? '' : `[role=${role}]`}${name ? `.${name}` : ''}`;
  };
  const textOf = (element: Element) =>
    element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('placeholder') || '');
  const cutTo = (box: Box, other: Box): Box => ({
    left: Math.max(box.left, other.left),
    top: Math.max(box.top, other.top),
    right: Math.min(box.right, other.right),
    bottom: Math.min(box.bottom, other.bottom),
  });
  const isEmpty = ({ left, top, right, bottom }: Box) => right - left < 2 || bottom - top < 2;
  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

  /** What clips an element's content, from itself up. */
  const clips = new Map<Element, readonly Clip[]>();
  const clipsOf = (element: Element): readonly Clip[] => {
    const known = clips.get(element);
    if (known !== undefined) return known;
    const style = styleOf(element);
    const own: Clip[] = [];
    const isRoot = element === document.documentElement || element === document.body;
    if (!isRoot && (style.overflowX !== 'visible' || style.overflowY !== 'visible') && style.display !== 'inline') {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const isScroll = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
      own.push({
        element,
        box: {
          left: left + parseFloat(style.borderLeftWidth),
          top: top + parseFloat(style.borderTopWidth),
          right: right - parseFloat(style.borderRightWidth),
          bottom: bottom - parseFloat(style.borderBottomWidth),
        },
        endOfText:
          right -
          parseFloat(style.borderRightWidth) -
          (style.textOverflow === 'ellipsis' ? parseFloat(style.paddingRight) : 0),
        clipsX: style.overflowX !== 'visible',
        clipsY: style.overflowY !== 'visible',
        scrollsX: isScroll(style.overflowX),
        scrollsY: isScroll(style.overflowY),
      });
    }
    let around = element.parentElement;
    if (style.position === 'fixed') around = null;
    else if (style.position === 'absolute')
      while (around !== null && styleOf(around).position === 'static' && styleOf(around).transform === 'none')
        around = around.parentElement;
    const all = around === null ? own : [...own, ...clipsOf(around)];
    clips.set(element, all);
    return all;
  };
  /** Hidden from eyes, and there for screen readers. */
  const isForReaders = (element: Element) =>
    clipsOf(element).some(
      ({ element: clip, box }) =>
        clip !== null &&
        (box.right - box.left <= 1.5 || box.bottom - box.top <= 1.5 || styleOf(clip).clipPath.startsWith('inset(50')),
    );
  const shownPart = (element: Element, box: Box): Box => {
    let shown = box;
    for (const { box: clip, clipsX, clipsY } of clipsOf(element))
      shown = cutTo(shown, {
        left: clipsX ? clip.left : -Infinity,
        right: clipsX ? clip.right : Infinity,
        top: clipsY ? clip.top : -Infinity,
        bottom: clipsY ? clip.bottom : Infinity,
      });
    return cutTo(shown, view);
  };
  const layers = new Map<Element, Element | null>();
  const layerOf = (element: Element): Element | null => {
    const known = layers.get(element);
    if (known !== undefined) return known;
    const { position } = styleOf(element);
    const { parentElement } = element;
    const isLayer =
      position === 'fixed' || (parentElement === document.body && element !== document.querySelector('#root'));
    // The cells of a header that stays are one layer.
    const layer = isLayer
      ? element
      : position === 'sticky' || parentElement === null
        ? parentElement
        : layerOf(parentElement);
    layers.set(element, layer);
    return layer;
  };

  const plain = (text: string) => text.replace(/\s+/g, '');
  /** Whether a title on the way up has all of it. */
  const isToldWhole = (element: Element, words: string) => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const title = at.getAttribute('title');
      if (title !== null && plain(title).includes(plain(words))) return true;
    }
    return false;
  };

  /** What of the same layer, and apart from an element, lies over it at a place. */
  const coverAt = (element: Element, x: number, y: number): Element | null => {
    const hit = document.elementFromPoint(x, y);
    if (hit === null || hit.contains(element) || element.contains(hit) || layerOf(hit) !== layerOf(element))
      return null;
    // A control that is drawn beside its words takes what is pressed for them.
    return element.closest('label')?.contains(hit) === true ? null : hit;
  };

  // Text.
  const items: Item[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = (node.textContent ?? '').trim();
    if (element === null || words === '' || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName)) continue;
    if (!isVisible(element) || isForReaders(element) || element.closest('[data-live-announcer]') !== null) continue;
    const layer = layerOf(element);
    // Out of the way until it has the focus.
    if (layer !== null && layer.getBoundingClientRect().bottom <= 0) continue;
    range.selectNodeContents(node);
    let isCutX = false;
    let isCutY = false;
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      let isScrolledX = false;
      let isScrolledY = false;
      for (const { box, endOfText, clipsX, clipsY, scrollsX, scrollsY } of clipsOf(element)) {
        // What a box can scroll to is not cut by what is around it: the box itself is.
        if (scrollsX) isScrolledX = true;
        else if (clipsX && !isScrolledX && (rect.right > endOfText + tolerance || rect.left < box.left - tolerance))
          isCutX = true;
        if (scrollsY) isScrolledY = true;
        else if (clipsY && !isScrolledY && (rect.bottom > box.bottom + 4 || rect.top < box.top - 4)) isCutY = true;
      }
      if (!isScrolledX && (rect.right > view.right + tolerance || rect.left < -tolerance)) isCutX = true;
      if (!isScrolledY && (rect.bottom > view.bottom + 4 || rect.top < -4)) isCutY = true;
      // The box of a line is higher than its letters.
      const letters = { left: rect.left, right: rect.right, top: rect.top + 2, bottom: rect.bottom - 3 };
      const box = shownPart(element, letters);
      if (isEmpty(box)) continue;
      items.push({ element, box, layer, words, isControl: false });
      const cover = coverAt(element, box.right - 2, (box.top + box.bottom) / 2);
      // What can't be seen, as a whole name below a shortened one, covers no text.
      if (cover !== null && isVisible(cover))
        faults.add(`covered at its end: ${describe(element)} "${short(words)}" by ${describe(cover)}`);
    }
    if ((isCutX || isCutY) && !isToldWhole(element, words))
      faults.add(`cut ${isCutX ? 'in width' : 'in height'}: ${describe(element)} "${short(words)}"`);
  }

  // Placeholders, which no scrolling brings to view.
  const canvas = document.createElement('canvas').getContext('2d');
  for (const input of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
    if (!isVisible(input) || isForReaders(input) || input.value !== '' || canvas === null) continue;
    const style = styleOf(input);
    canvas.font = style.font;
    const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (canvas.measureText(input.placeholder).width > room + tolerance && !isToldWhole(input, input.placeholder))
      faults.add(`cut placeholder: ${describe(input)} "${short(input.placeholder)}"`);
  }

  // Controls.
  for (const element of document.querySelectorAll(CONTROLS)) {
    if (!isVisible(element) || isForReaders(element) || styleOf(element).pointerEvents === 'none') continue;
    const style = styleOf(element);
    const isField = element.matches('input, textarea');
    for (const rect of element.getClientRects()) {
      const box = shownPart(element, {
        left: rect.left + (isField ? parseFloat(style.paddingLeft) : 1),
        right: rect.right - (isField ? parseFloat(style.paddingRight) : 1),
        top: rect.top + 1,
        bottom: rect.bottom - 1,
      });
      if (isEmpty(box)) continue;
      items.push({ element, box, layer: layerOf(element), words: textOf(element), isControl: true });
      if (isField && styleOf(element).position === 'absolute') continue;
      const hit = coverAt(element, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
      if (hit === null) continue;
      faults.add(
        `covered: ${describe(element)} "${short(textOf(element))}" by ${describe(hit)} "${short(textOf(hit))}"`,
      );
    }
  }

  // What lies over what.
  const isOpaque = (from: Element, to: Element | null) => {
    for (let at: Element | null = from; at !== null; at = at.parentElement) {
      if (!/^(?:rgba\(.*, 0(?:\.\d+)?\)|transparent|.*\/ 0(?:\.\d+)?\))$/.test(styleOf(at).backgroundColor))
        return true;
      if (at === to) return false;
    }
    return false;
  };
  items.sort((a, b) => a.box.top - b.box.top);
  items.forEach((item, index) => {
    for (let next = index + 1; next < items.length; next += 1) {
      const other = items[next];
      if (other === undefined || other.box.top >= item.box.bottom - tolerance) break;
      if (item.element.contains(other.element) || other.element.contains(item.element)) continue;
      const common = cutTo(item.box, other.box);
      if (common.right - common.left <= tolerance || common.bottom - common.top <= tolerance) continue;
      const label = item.element.closest('label');
      if (label !== null && label === other.element.closest('label') && item.isControl !== other.isControl) continue;
      if (item.layer !== other.layer) {
        const order = document.elementsFromPoint((common.left + common.right) / 2, (common.top + common.bottom) / 2);
        const place = ({ element }: Item) => {
          const at = order.findIndex((hit) => hit === element || element.contains(hit));
          return at === -1 ? Infinity : at;
        };
        const upper = place(item) <= place(other) ? item : other;
        const lower = upper === item ? other : item;
        // What is covered by a layer around it is its own layer's matter.
        const cover = upper.layer ?? lower.layer;
        if (isOpaque(upper.element, upper.layer) || (cover !== null && place(upper) === Infinity)) continue;
      }
      faults.add(
        `overlap: ${describe(item.element)} "${short(item.words)}" and ${describe(other.element)} "${short(other.words)}"`,
      );
    }
  });

  // The page itself and its content never scroll sideways.
  for (const element of [document.documentElement, document.body, document.querySelector('#content')])
    if (element !== null && element.scrollWidth > element.clientWidth + 1)
      faults.add(`scrolls sideways: ${describe(element)} by ${element.scrollWidth - element.clientWidth} px`);

  const all = [...faults];
  return all.length > atMost ? [...all.slice(0, atMost), `and ${all.length - atMost} more`] : all;
}
