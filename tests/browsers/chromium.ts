import { startChromium } from '../crash/browser.ts';
import type { Engine } from './engine.ts';

export const chromium: Engine = {
  name: 'Chromium',
  missing: process.env['CHROMIUM_PATH'] === undefined ? 'No Chromium was found; CHROMIUM_PATH names one.' : null,
  lacks: [],
  async start(profile, { origin, roomBytes }) {
    const browser = startChromium(profile);
    const context = await browser.connect();
    const problems: string[] = [];
    context.on('weberror', (error) => problems.push(`Thrown: ${error.error().message}`));
    context.on('console', (message) => {
      if (message.type() === 'error') problems.push(`Console: ${message.text()} (${message.location().url})`);
    });
    return {
      problems,
      kill: browser.kill,
      async openPage() {
        const page = await context.newPage();
        await page.setViewportSize({ width: 1440, height: 900 });
        if (roomBytes !== undefined) {
          const session = await context.newCDPSession(page);
          await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: roomBytes });
        }
        return page;
      },
    };
  },
};
