import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { ServicesContext, useServices, type Services } from '../platform/services.ts';
import { testServices } from '../testing/test-services.ts';
import { lazyPart } from './lazy-part.tsx';

it('shows a part when its code has come, and at once where it is loaded', async () => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  const Part = lazyPart(async () => {
    await promise;
    return function Shown({ text }: { readonly text: string }) {
      return <p>{text}</p>;
    };
  });
  const fallback = vi.fn<() => null>(() => null);
  function Fallback() {
    return fallback();
  }
  const shown = (text: string) => (
    <Suspense fallback={<Fallback />}>
      <Part text={text} />
    </Suspense>
  );
  await render(shown('first'));
  expect(fallback).toHaveBeenCalled();
  resolve();
  await expect.element(page.getByText('first')).toBeVisible();
  fallback.mockClear();
  await render(shown('second'));
  await expect.element(page.getByText('second')).toBeVisible();
  expect(fallback).not.toHaveBeenCalled();
});

it('waits for the storage, and takes the services that are there then', async () => {
  const services = await testServices();
  let resolve: (services: Services) => void = () => {};
  const promise = new Promise<Services>((done) => (resolve = done));
  function Author() {
    return <p>{useServices().author.name}</p>;
  }
  const shown = (given: Services | Promise<Services>) => (
    <ServicesContext value={given}>
      <Suspense fallback="Waiting">
        <Author />
      </Suspense>
    </ServicesContext>
  );
  const { rerender } = await render(shown(promise));
  await expect.element(page.getByText('Waiting')).toBeVisible();
  resolve(services);
  await rerender(shown(services));
  await expect.element(page.getByText(services.author.name)).toBeVisible();
});
