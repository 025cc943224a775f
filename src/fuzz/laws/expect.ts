import { JestAsymmetricMatchers, JestChaiExpect, JestExtend, type ExpectStatic } from '@vitest/expect';
import * as chai from 'chai';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

/** The `expect` of the tests, for laws that are also checked without a test runner. */
export const expect = chai.expect as unknown as ExpectStatic;
