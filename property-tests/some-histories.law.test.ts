import { SOME_HISTORIES } from '../src/fuzz/laws/shapes.ts';
import { checkOnHistories } from './history-law.ts';

for (const shape of SOME_HISTORIES) checkOnHistories(shape);
