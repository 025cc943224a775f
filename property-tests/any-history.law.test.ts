import { ANY_HISTORY } from '../src/fuzz/laws/shapes.ts';
import { checkOnHistories } from './history-law.ts';

checkOnHistories(ANY_HISTORY);
