import { describeUnappliedContent } from '../../tests/contracts/unapplied-content.contract.ts';
import { memoryUnappliedContent } from './memory-unapplied-content.ts';

describeUnappliedContent('memory', async () => ({ store: memoryUnappliedContent(), destroy: async () => {} }));
