import { chromium } from './chromium.ts';
import { walkIn } from './walk.ts';

walkIn(chromium);
