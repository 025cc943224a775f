import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { openTestDraft } from '../../testing/open-test-draft.ts';
import { setTheme } from '../../platform/theme.ts';
import { docsAddresses, readDocsAddresses } from '../../platform/docs-addresses.ts';

const opensearch = page.getByRole('textbox', { name: 'OpenSearch documentation' });
const elasticsearch = page.getByRole('textbox', { name: 'Elasticsearch documentation' });

afterEach(() => {
  docsAddresses.set({});
  setTheme('system');
});

describe('the settings', () => {
  it('take an address of the documentation by keyboard, keep it, and lead links there', async () => {
    await openTestConsole('/settings');
    await expect.element(elasticsearch).toHaveAccessibleDescription(/^Example: https:\/\/www\.elastic\.co\//);
    await expect.element(page.getByRole('button', { name: 'Save URLs' })).toBeDisabled();
    await expectAccessible();
    elasticsearch.element().focus();
    await userEvent.keyboard('https://docs.example.org/{{version}/');
    await expect.element(elasticsearch).toHaveAccessibleDescription(/^Example: https:\/\/docs\.example\.org\/9\.5\//);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Documentation URLs saved')).toBeVisible();
    expect(readDocsAddresses(localStorage.getItem('mapledger.docs'))).toEqual({
      elasticsearch: 'https://docs.example.org/{version}/',
    });
    await userEvent.click(page.getByRole('link', { name: 'Help' }));
    await userEvent.click(page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'Field types' }));
    await userEvent.click(page.getByRole('option', { name: /^Keyword/ }));
    await expect
      .element(page.getByRole('link', { name: 'Keyword in the Elasticsearch 9.5 documentation' }))
      .toHaveAttribute('href', expect.stringMatching(/^https:\/\/docs\.example\.org\/9\.5\//));
    await expect
      .element(page.getByRole('link', { name: /Keyword in the OpenSearch .* documentation/ }))
      .toHaveAttribute('href', expect.stringMatching(/^https:\/\/docs\.opensearch\.org\//));
  });

  it('lead the links of a form there too', async () => {
    docsAddresses.set({ elasticsearch: 'https://docs.example.org/{version}/' });
    await openTestDraft({ properties: { host: { type: 'keyword' } } }, { search: '?field=/properties/host' });
    const inForm = expect.stringMatching(/^https:\/\/docs\.example\.org\/8\.19\//);
    await expect.element(page.getByRole('link', { name: 'Keyword documentation' })).toHaveAttribute('href', inForm);
    await expect.element(page.getByRole('link', { name: /^Learn more about/ }).first()).toHaveAttribute('href', inForm);
  });

  it('refuse what is no address at its field, and keep nothing', async () => {
    await openTestConsole('/settings');
    await userEvent.fill(opensearch, 'docs.example.org');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(opensearch)
      .toHaveAccessibleDescription(/Enter a URL that starts with http:\/\/ or https:\/\//);
    await expect.element(opensearch).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    expect(docsAddresses.getSnapshot()).toEqual({});
    await userEvent.fill(opensearch, 'https://docs.example.org');
    await userEvent.keyboard('{Enter}');
    await expect.poll(docsAddresses.getSnapshot).toEqual({ opensearch: 'https://docs.example.org' });
    await userEvent.clear(opensearch);
    await userEvent.keyboard('{Enter}');
    await expect.poll(docsAddresses.getSnapshot).toEqual({});
    expect(localStorage.getItem('mapledger.docs')).toBeNull();
  });

  it('say when the browser keeps nothing', async () => {
    const setItem = Object.getOwnPropertyDescriptor(Storage.prototype, 'setItem');
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      await openTestConsole('/settings');
      await userEvent.fill(opensearch, 'https://docs.example.org');
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByText('The URLs are only kept until you close this page')).toBeVisible();
      expect(docsAddresses.getSnapshot()).toEqual({ opensearch: 'https://docs.example.org' });
    } finally {
      if (setItem) Object.defineProperty(Storage.prototype, 'setItem', setItem);
    }
  });

  it('change theme and name where the rail does', async () => {
    const { services } = await openTestConsole('/settings');
    await userEvent.click(page.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await expect.element(page.getByText('Your changes are recorded as Ada.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Change name' }));
    await userEvent.fill(
      page.getByRole('dialog', { name: 'Your name' }).getByRole('textbox', { name: 'Name' }),
      'Grace',
    );
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Your changes are recorded as Grace.')).toBeVisible();
    expect(services.author.name).toBe('Grace');
  });
});
