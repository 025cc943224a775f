import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { tourPreference } from '../platform/tour.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer } from '../testing/test-http.ts';
import { testServices } from '../testing/test-services.ts';

const step = (name: string) => page.getByRole('dialog', { name });
const offer = () => page.getByRole('main').getByRole('button', { name: 'Take the tour' });
const choose = (label: string) =>
  userEvent.click(step('Choose a tour').getByRole('button', { name: label, exact: true }));
const open = async (path: string, config = {}) =>
  openTestConsole(path, await testServices(undefined, { http: testServer().http }), config);

beforeEach(() => void tourPreference.set('new'));
afterEach(async () => {
  tourPreference.set('new');
  await page.viewport(1440, 900);
});

describe('the tour', () => {
  it('opens the screen of each step, and goes back to the choice', async () => {
    const { router } = await open('/indices');
    await userEvent.click(offer());
    await expect.element(step('Choose a tour')).toBeVisible();
    await expectAccessible();
    await choose('Administrator');
    await expect.element(step('Add a field')).toBeVisible();
    expect(router.state.location.pathname).toMatch(/\/indices\/sandbox-products\/mapping$/);
    await userEvent.click(page.getByRole('button', { name: 'Back', exact: true }));
    await choose('Reviewer');
    await expect.element(step('Find a change')).toBeVisible();
    await expect.poll(() => router.state.location.pathname).toMatch(/\/history$/);
    expect(document.querySelector('[data-tour-current]')?.textContent).toBe('History');
    await userEvent.click(page.getByRole('button', { name: 'Next', exact: true }));
    // There is no change to point at.
    await expect.element(step('Open the change')).toBeVisible();
    expect(document.querySelector('[data-tour-current]')).toBeNull();
    await userEvent.click(page.getByRole('button', { name: 'Back', exact: true }));
    await expect.element(step('Find a change')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Back', exact: true }));
    await choose('QA engineer');
    await expect.poll(() => router.state.location.pathname).toMatch(/\/fuzz_lab$/);
  });

  it('offers to edit the sample index in the sandbox only', async () => {
    const { http } = testServer();
    const asReal: typeof http = {
      send: async (request) => {
        const response = await http.send(request);
        return request.path.endsWith('/clusters')
          ? { ...response, body: response.body.replace('"kind":"sandbox"', '"kind":"remote"') }
          : response;
      },
    };
    await openTestConsole('/settings', await testServices(undefined, { http: asReal }));
    await userEvent.click(page.getByRole('button', { name: 'Take the tour' }));
    await expect.element(step('Choose a tour').getByRole('button', { name: 'Reviewer' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Administrator' }).elements()).toEqual([]);
  });

  it('ends with Escape in a step, and leaves Escape in what it points at alone', async () => {
    await open('/settings');
    await userEvent.click(page.getByRole('button', { name: 'Take the tour' }));
    await choose('Overview');
    await expect.element(step('Find and manage indices')).toBeVisible();
    page.getByRole('button', { name: 'Take the tour' }).element().focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(step('Find and manage indices')).toBeVisible();
    page.getByRole('button', { name: 'Skip tour' }).element().focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it.each([
    [1440, 900],
    [390, 844],
  ])('goes through three controls by the keyboard, at %i by %i', async (width, height) => {
    await page.viewport(width, height);
    await open('/indices');
    await expect.element(offer()).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
    offer().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(step('Choose a tour')).toBeVisible();
    const choice = step('Choose a tour').element().getBoundingClientRect();
    expect([choice.left >= 0, choice.right <= width, choice.bottom <= height]).toEqual([true, true, true]);
    page.getByRole('button', { name: 'Overview' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(step('Find and manage indices')).toBeVisible();
    await expect.poll(() => step('Find and manage indices').element().contains(document.activeElement)).toBe(true);
    expect(document.querySelector('[data-tour-current]')?.textContent).toBe('Indices');
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: 'Skip tour' })).toHaveFocus();
    await userEvent.keyboard('{Tab}{Tab}{Enter}');
    await expect.element(step('Edit mappings safely')).toBeVisible();
    expect(document.querySelector('[data-tour-current]')?.textContent).toBe('Drafts');
    await userEvent.click(page.getByRole('button', { name: 'Next', exact: true }));
    const last = step('Search commands');
    await expect.element(last).toBeVisible();
    const { left, right, bottom } = last.element().getBoundingClientRect();
    expect([left >= 0, right <= width, bottom <= height]).toEqual([true, true, true]);
    await userEvent.click(page.getByRole('button', { name: 'Done' }));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(offer()).not.toBeInTheDocument();
    expect(document.querySelector('[data-tour-current]')).toBeNull();
    expect(document.activeElement).not.toBe(document.body);
  });

  it('is turned down by Escape, and remembered', async () => {
    await open('/indices');
    await userEvent.click(offer());
    await expect.element(step('Choose a tour')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(offer()).not.toBeInTheDocument();
    expect(localStorage.getItem('mapledger.tour')).toBe('seen');
  });

  it('leaves the control that it points at usable', async () => {
    const { router } = await open('/indices');
    await userEvent.click(offer());
    await choose('Overview');
    await userEvent.click(page.getByRole('button', { name: 'Next', exact: true }));
    await expect.element(step('Edit mappings safely')).toBeVisible();
    await userEvent.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drafts' }));
    await expect.poll(() => router.state.location.pathname).toMatch(/\/drafts$/);
    await expect.element(step('Edit mappings safely')).toBeVisible();
  });

  it('is found again in the settings and the palette', async () => {
    tourPreference.set('seen');
    await open('/settings');
    await userEvent.click(page.getByRole('button', { name: 'Take the tour' }));
    await expect.element(step('Choose a tour')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Skip tour' }));
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('combobox', { name: 'Search commands' })).toHaveFocus();
    await userEvent.keyboard('tour{Enter}');
    await expect.element(step('Choose a tour')).toBeVisible();
  });

  it('is nowhere where the host has none', async () => {
    await open('/settings', { hasTour: false });
    await expect.element(page.getByRole('heading', { name: 'Your name' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Take the tour' }).elements()).toEqual([]);
    await userEvent.click(page.getByRole('link', { name: 'Indices', exact: true }));
    await expect.element(page.getByText('You are using the sandbox')).toBeVisible();
    expect(page.getByRole('button', { name: 'Take the tour' }).elements()).toEqual([]);
  });
});
