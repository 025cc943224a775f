import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { MiddleEllipsis } from './middle-ellipsis.tsx';

it.each([...Array(12).keys()])(
  'shows a name of %i and 15 characters without a gap where there is room',
  async (more) => {
    const name = `${'l'.repeat(more)}andbox-orders-1`;
    const { container } = await render(
      <div style={{ font: '13px sans-serif' }}>
        <span style={{ display: 'inline-block' }}>
          <MiddleEllipsis text={name} />
        </span>
        <br />
        <span style={{ display: 'inline-block' }}>{name}</span>
      </div>,
    );
    const [shown = 0, whole = 0] = [...container.querySelectorAll('div > div > span')].map(
      (element) => element.getBoundingClientRect().width,
    );
    expect(whole).toBeGreaterThan(50);
    expect(Math.abs(shown - whole)).toBeLessThan(0.5);
  },
);
