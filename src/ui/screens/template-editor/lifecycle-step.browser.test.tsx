import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isObject, parseJson, valueAt } from '#domain/json';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const LIFECYCLE = {
  data_retention: '2592000000ms',
  downsampling: [{ after: '1d', fixed_interval: '1h' }],
  frozen_after: '60d',
};

it('keeps all of a lifecycle that is turned off and on, and shows what has no input', async () => {
  const server = testServer();
  const template = { index_patterns: ['k2*'], data_stream: {}, priority: 500, template: { lifecycle: LIFECYCLE } };
  await server.ask('PUT', ['_index_template', 'k2'], template);
  const stored = async () => {
    const found = valueAt(
      parseJson(await server.ask('GET', ['_index_template', 'k2'])),
      '/index_templates/0/index_template/template/lifecycle',
    );
    return isObject(found) ? found : null;
  };
  const before = await stored();
  await openTestConsole('/edit_template/k2?step=lifecycle', await testServices(undefined, { http: server.http }));
  const step = page.getByRole('region', { name: 'Lifecycle', exact: true });
  const retention = step.getByRole('textbox', { name: 'Data retention' });
  await expect.element(retention).toHaveValue('2592000000ms');
  await expect.element(step.getByText('Enter a duration such as 30d.')).not.toBeInTheDocument();
  await expect.element(step.getByText('1 round: to 1h after 1 day. Not changed.')).toBeVisible();
  await expectAccessible();
  await userEvent.click(step.getByText('Data stream lifecycle'));
  await expect.element(retention).not.toBeInTheDocument();
  // The step is left in between.
  await userEvent.click(page.getByRole('tab', { name: /^Aliases/ }));
  await userEvent.click(page.getByRole('tab', { name: /^Lifecycle/ }));
  await userEvent.click(step.getByText('Data stream lifecycle'));
  await expect.element(retention).toHaveValue('2592000000ms');
  await expect.element(step.getByText('1 round: to 1h after 1 day. Not changed.')).toBeVisible();
  await userEvent.fill(retention, '31d');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
  const review = page.getByRole('dialog', { name: /^Update index template/ });
  await userEvent.click(review.getByRole('button', { name: /^Update index template/ }));
  await expect.poll(stored).toEqual({ ...before, data_retention: '31d' });
});
