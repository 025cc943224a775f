import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Plus } from './icons.ts';

const markup = (props: Parameters<typeof Plus>[0]) => renderToStaticMarkup(createElement(Plus, props));

it('draws the shapes in the given size and the colour of the text', () => {
  expect(markup({ size: 16, className: 'mark' })).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" ' +
      'stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" class="mark">' +
      '<path d="M5 12h14"></path><path d="M12 5v14"></path></svg>',
  );
});

it('is told to screen readers only where it has a name or a role', () => {
  expect(markup({})).toContain('aria-hidden="true"');
  expect(markup({ 'aria-label': undefined })).toContain('aria-hidden="true"');
  expect(markup({ role: 'img', 'aria-label': 'Running' })).not.toContain('aria-hidden');
});
