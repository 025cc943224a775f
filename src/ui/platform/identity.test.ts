import { expect, it, vi } from 'vitest';
import { identityOf } from './identity.ts';

const ada = { id: 'ada', name: 'Ada', verified: false };

it('is called by its new name once that is kept, and says so', async () => {
  const listener = vi.fn();
  const identity = identityOf(ada, { unnamed: 'Nobody', keep: (author, name) => Promise.resolve({ ...author, name }) });
  identity.subscribe(listener);
  await identity.rename('Grace');
  expect(identity.getSnapshot()).toEqual({ ...ada, name: 'Grace' });
  expect(listener).toHaveBeenCalledOnce();
});

it('has the name of the signed-in user, and its own again after signing out', async () => {
  const identity = identityOf(ada, { unnamed: 'Nobody', keep: (author, name) => Promise.resolve({ ...author, name }) });
  identity.signIn('elastic');
  expect(identity.getSnapshot()).toEqual({ ...ada, name: 'elastic' });
  expect(identity.ownName).toBe('Ada');
  await identity.rename('Grace');
  expect(identity.getSnapshot().name).toBe('elastic');
  identity.signIn(undefined);
  expect(identity.getSnapshot()).toEqual({ ...ada, name: 'Grace' });
});

it('keeps its name where another one could not be kept', async () => {
  const identity = identityOf(ada, { unnamed: 'Nobody', keep: () => Promise.reject(new Error('full')) });
  await expect(identity.rename('Grace')).rejects.toThrow('full');
  expect(identity.getSnapshot()).toBe(ada);
});
