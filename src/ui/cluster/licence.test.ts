import { describe, expect, it } from 'vitest';
import { licenceProblem } from './licence.ts';

describe('licence', () => {
  it.each(['basic', 'standard', 'gold', 'platinum', 'enterprise', 'trial', 'one of tomorrow'])(
    'lets %s in while it is active',
    (type) => {
      expect(licenceProblem({ type, status: 'active' })).toBeNull();
      expect(licenceProblem({ type, status: 'expired' })?.title).toBe(
        `The ${type} licence of this cluster has expired`,
      );
      expect(licenceProblem({ type, status: 'invalid' })?.title).toBe(`The ${type} licence of this cluster is invalid`);
    },
  );

  it.each(['missing', 'none', ''])('lets nobody in with %j', (type) => {
    expect(licenceProblem({ type, status: 'active' })?.title).toBe('This cluster has no licence');
  });

  it('lets an engine in that has no licences', () => {
    expect(licenceProblem(undefined)).toBeNull();
  });
});
