import { describe, expect, it } from 'vitest';
import { testServices } from '../testing/test-services.ts';
import type { Services } from './services.ts';
import { openTypedForm, type OpenedForm } from './typed-form-source.ts';
import { typedFormStream, type TypedForm } from './typed-forms.ts';

const STREAM = typedFormStream('moveAliases', 'a cluster');
type Move = OpenedForm<TypedForm<'moveAliases'>>;

/** Opens the form, as a dialog does. */
async function open(services: Services): Promise<{ readonly form: Move; readonly close: () => void }> {
  const opened: (Move | null)[] = [];
  const close = openTypedForm('moveAliases', STREAM, services, (form) => opened.push(form));
  await expect.poll(() => opened.length).toBe(1);
  const [form] = opened;
  if (form == null) throw new Error('The form was not opened');
  return { form, close };
}

const targetsIn = async ({ unapplied }: Services) =>
  (await unapplied.read(STREAM)).map(({ values }) => values['target']);

/** A form with text whose request is on its way, and which is closed. */
async function sentAndClosed(services: Services): Promise<(isDone: boolean) => void> {
  const { form, close } = await open(services);
  form.source.set({ target: 'logs-2' });
  const settle = form.send();
  close();
  await expect.poll(() => targetsIn(services)).toEqual(['logs-2']);
  return settle;
}

describe('a form whose request is on its way', () => {
  it('is empty once the request has succeeded, where it was opened again by then', async () => {
    const services = await testServices();
    const settle = await sentAndClosed(services);
    const { form, close } = await open(services);
    expect(form.source.get()).toEqual({ target: 'logs-2' });
    settle(true);
    expect(form.source.get()).toBeNull();
    await expect.poll(() => targetsIn(services)).toEqual([]);
    close();
    expect((await open(services)).form.source.get()).toBeNull();
  });

  it('keeps what was typed since', async () => {
    const services = await testServices();
    const settle = await sentAndClosed(services);
    const { form, close } = await open(services);
    form.source.set({ target: 'logs-3' });
    settle(true);
    expect(form.source.get()).toEqual({ target: 'logs-3' });
    close();
    await expect.poll(() => targetsIn(services)).toEqual(['logs-3']);
  });

  it('keeps what was sent where the request has failed', async () => {
    const services = await testServices();
    const settle = await sentAndClosed(services);
    settle(false);
    const { form } = await open(services);
    expect(form.source.get()).toEqual({ target: 'logs-2' });
    expect(await targetsIn(services)).toEqual(['logs-2']);
  });

  it('is empty the next time where nobody had it open when the request succeeded', async () => {
    const services = await testServices();
    const settle = await sentAndClosed(services);
    settle(true);
    await expect.poll(() => targetsIn(services)).toEqual([]);
    expect((await open(services)).form.source.get()).toBeNull();
  });
});
