import { createElement, type ReactElement, type SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height in px; 24 by default. */
  readonly size?: number;
}

export type Icon = (props: IconProps) => ReactElement;

type Shape = readonly ['path' | 'circle' | 'ellipse' | 'line' | 'polyline' | 'rect', Readonly<Record<string, string>>];

/**
 * A component that draws shapes in a box of 24 by 24, in the colour of the text. It is hidden from screen readers
 * unless it has a role, a title or an `aria-` property.
 */
export function icon(shapes: readonly Shape[]): Icon {
  const drawn = shapes.map(([tag, attributes], key) => createElement(tag, { key, ...attributes }));
  return ({ size = 24, ...props }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...(!isNamed(props) && { 'aria-hidden': 'true' }),
        ...props,
      },
      drawn,
    );
}

const isNamed = (props: object) =>
  Object.entries(props).some(([name, value]) => /^(?:aria-|role$|title$)/.test(name) && value != null);
