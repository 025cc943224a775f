import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { HttpService } from '#domain/ports';
import { extensionsService } from '../platform/extensions.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { openTestDraft } from '../testing/open-test-draft.ts';
import { testServer } from '../testing/test-http.ts';
import { testServices } from '../testing/test-services.ts';

const API = '/api/index_management';

// For each error, React logs for developers where it was caught.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

/** A server with one index, whose responses to GET requests of a path are changed while `isOn` is true. */
async function serverThat(path: string, change: (body: string) => string) {
  const server = testServer();
  await server.ask('PUT', ['logs']);
  const fault = { isOn: true };
  const http: HttpService = {
    async send(request) {
      const response = await server.http.send(request);
      const isMeant = fault.isOn && request.method === 'GET' && request.path === `${API}${path}`;
      return isMeant ? { ...response, body: change(response.body) } : response;
    },
  };
  return { server, http, fault };
}

const rail = () => page.getByRole('navigation', { name: 'Main' });
const logs = () => page.getByRole('link', { name: 'logs', exact: true });

describe('the list of indices', () => {
  it('takes a filter of the address that looks like JSON as text', async () => {
    const { http } = await serverThat('', (body) => body);
    await openTestConsole('/indices?filter=[1]', await testServices(undefined, { http }));
    await expect.element(page.getByRole('searchbox', { name: 'Filter indices' })).toHaveValue('[1]');
    await expect.element(page.getByRole('heading', { name: 'No matching indices' })).toBeVisible();
  });

  it.each(['"logs"', '1e5', 'null', 'true'])('keeps the filter %s of a link as it is', async (filter) => {
    const { http } = await serverThat('', (body) => body);
    const { router } = await openTestConsole(
      `/indices?filter=${encodeURIComponent(filter)}`,
      await testServices(undefined, { http }),
    );
    await expect.element(page.getByRole('searchbox', { name: 'Filter indices' })).toHaveValue(filter);
    expect(new URLSearchParams(router.history.location.search).get('filter')).toBe(filter);
  });

  it('is read from a field called data', async () => {
    const { http } = await serverThat('/indices', (body) => `{"data":${body}}`);
    await openTestConsole('/indices', await testServices(undefined, { http }));
    await expect.element(logs()).toBeVisible();
  });

  it('says that an answer is no list', async () => {
    const { http, fault } = await serverThat('/indices', () => '{"rows":[]}');
    await openTestConsole('/indices', await testServices(undefined, { http }));
    await expect.element(page.getByRole('alert')).toHaveTextContent('Couldn’t load indices');
    fault.isOn = false;
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(logs()).toBeVisible();
  });
});

describe('a screen that throws', () => {
  it('shows the error in its place, with the text to copy; other screens work, and it comes back on a retry', async () => {
    const { http, fault } = await serverThat('/indices', () => '[null]');
    await openTestConsole('/indices', await testServices(undefined, { http }));
    await expect.element(page.getByRole('heading', { name: 'This screen stopped because of an error' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Reload page' })).toBeVisible();
    await expectAccessible();
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
      written.push(text);
      return Promise.resolve();
    });
    await userEvent.click(page.getByRole('button', { name: 'Copy error' }));
    await expect.poll(() => written[0]).toMatch(/^TypeError: .*null[\s\S]*Page: [\s\S]*Browser: /);

    await userEvent.click(rail().getByRole('link', { name: 'Drafts' }));
    await expect.element(page.getByRole('button', { name: 'New draft' })).toBeVisible();

    await userEvent.click(rail().getByRole('link', { name: 'Indices' }));
    await expect.element(page.getByRole('heading', { name: 'This screen stopped because of an error' })).toBeVisible();
    fault.isOn = false;
    await userEvent.click(page.getByRole('button', { name: 'Retry' }));
    await expect.element(logs()).toBeVisible();
  });
});

describe('a panel that throws', () => {
  it('is an error in a flyout beside the list, which stays', async () => {
    const { server, http, fault } = await serverThat(
      '/component_templates/base',
      () => '{"name":"base","usedBy":[{}],"isManaged":false,"body":{}}',
    );
    await server.ask('PUT', ['_component_template', 'base'], { template: { settings: {} } });
    await openTestConsole('/component_templates/base', await testServices(undefined, { http }));
    const flyout = page.getByRole('dialog', { name: 'base' });
    await expect
      .element(flyout.getByRole('alert'))
      .toHaveTextContent('The component template stopped because of an error');
    await expect.element(page.getByRole('row', { name: /base/ })).toBeVisible();
    await expectAccessible();
    fault.isOn = false;
    await userEvent.click(flyout.getByRole('button', { name: 'Retry' }));
    await expect.element(flyout.getByRole('tab', { name: 'Summary' })).toBeVisible();
  });

  it('is an error in place of the history, and the fields stay', async () => {
    const { services } = await openTestDraft({ properties: { ip: { type: 'ip' } } });
    const { now } = services.clock;
    // The session reads the clock too, and must get the time.
    const broken = vi.spyOn(services.clock, 'now').mockImplementation(() => {
      if (new Error().stack?.includes('useNow') === true) throw new Error('The clock is broken');
      return now();
    });
    await userEvent.click(page.getByRole('button', { name: 'Show history' }));
    const history = page.getByRole('complementary', { name: 'History' });
    await expect.element(history.getByRole('alert')).toHaveTextContent('The history stopped because of an error');
    await expect.element(page.getByRole('row', { name: /^ip / })).toBeVisible();
    broken.mockRestore();
    await userEvent.click(history.getByRole('button', { name: 'Retry' }));
    await expect.element(history.getByRole('heading', { name: 'History' })).toBeVisible();
  });
});

describe('an extension that throws', () => {
  it('is left out and named, and the list is there; a retry takes it in again', async () => {
    const { http } = await serverThat('', (body) => body);
    const extensions = extensionsService();
    let isBroken = true;
    extensions.addBadge({
      matchIndex() {
        if (isBroken) throw new Error('no such thing');
        return true;
      },
      label: 'Odd',
      filterExpression: 'odd',
      color: 'danger',
    });
    await openTestConsole('/indices', await testServices(undefined, { http, extensions }));
    await expect.element(logs()).toBeVisible();
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('The extension “Odd” was turned off because of an error');
    await expect.element(alert).toHaveTextContent('no such thing');
    await expectAccessible();
    isBroken = false;
    await userEvent.click(alert.getByRole('button', { name: 'Retry' }));
    await expect.element(page.getByRole('button', { name: 'Odd' })).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
  });

  it('whose summary can’t be rendered shows that in its place', async () => {
    const { http } = await serverThat('', (body) => body);
    const extensions = extensionsService();
    const Broken = (): never => {
      throw new Error('no such thing');
    };
    extensions.addSummary({ id: 'odd', title: 'Odd', of: () => <Broken /> });
    await openTestConsole('/indices/logs', await testServices(undefined, { http, extensions }));
    await expect.element(page.getByRole('alert')).toHaveTextContent('The extension “Odd” stopped because of an error');
    await expect.element(page.getByText('Primary shards')).toBeVisible();
  });
});

describe('a newer version of the console', () => {
  it('is offered, and can be put off', async () => {
    const { http } = await serverThat('', (body) => body);
    let latest = 'this build';
    const { buildWatch } = await import('../platform/build-watch.ts');
    const build = buildWatch({
      current: 'this build',
      readLatest: () => Promise.resolve(latest),
      timer: { every: () => () => undefined },
    });
    await openTestConsole('/indices', await testServices(undefined, { http, build }));
    const search = page.getByRole('searchbox', { name: 'Filter indices' });
    await userEvent.fill(search, 'lo');
    latest = 'another build';
    window.dispatchEvent(new Event('focus'));
    await expect.element(page.getByText('A new version is available')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    await expect.element(search).toHaveValue('lo');
    await expectAccessible();
    await userEvent.click(page.getByRole('button', { name: 'Later' }));
    await expect.element(page.getByText('A new version is available')).not.toBeInTheDocument();
  });
});
