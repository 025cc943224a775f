import { expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { openForm } from './steps.ts';

const INDEX = 'sandbox-products';
const NEXT = `${INDEX}-v2`;

const at = useConsole();

it('who set a value is known in the index that the plan of a review makes, to everybody', async () => {
  const { page, close } = await openPage(at.browser);
  await page.goto(screenAddress(at.server, `/indices/${INDEX}/mapping`));
  const form = await openForm(page, 'stock');
  await form.getByRole('textbox', { name: 'Set null value' }).fill('5');
  await form.getByRole('button', { name: 'Update' }).click();
  await page.getByRole('button', { name: /^Review/ }).click();
  await page.getByRole('button', { name: 'Plan a reindex' }).click();
  await page.getByRole('button', { name: 'Create plan' }).click();
  await page.getByRole('button', { name: 'Approve and run' }).click();
  await page.getByRole('button', { name: 'Undo plan' }).waitFor();

  const colleague = await openPage(at.browser);
  for (const { page: each } of [{ page }, colleague]) {
    // The log of the new index arrives while the form is open.
    await each.goto(screenAddress(at.server, `/indices/${NEXT}/mapping?field=%2Fmappings%2Fproperties%2Fstock`));
    const blame = each.getByRole('region', { name: 'Changes of this field' });
    await blame.getByText(`in ${INDEX}`).waitFor();
    await blame.getByRole('button', { name: 'Show changes by parameter' }).click();
    const words = async (name: string) =>
      (await blame.getByRole('row', { name: new RegExp(`^${name}`) }).innerText()).replace(/\s+/g, ' ').trim();
    expect(await words('null_value')).toMatch(
      /^null_value Unnamed author .* Edit stock: null_value in sandbox-products$/,
    );
    expect(await words('type')).toBe('type Older than this history');
    expect(await each.getByText('was removed while it was open').count()).toBe(0);
  }
  await colleague.close();
  await close();
});
