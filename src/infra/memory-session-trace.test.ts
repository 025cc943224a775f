import { describeSessionTrace } from '../../tests/contracts/session-trace.contract.ts';
import { memorySessionTrace } from './memory-session-trace.ts';
import { TRACE_LIMIT } from './trace-text.ts';

describeSessionTrace('memory', async () => ({
  trace: memorySessionTrace(),
  limit: TRACE_LIMIT,
  destroy: async () => {},
}));
