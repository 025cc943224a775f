import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { startServer } from './servers.ts';

describe('the production server', () => {
  const at = useConsole();

  it('shows the console at the address it prints, without an error in the page', async () => {
    const { page, problems, close } = await openPage(at.browser);
    const response = await page.goto(at.server.address);
    expect(response?.status()).toBe(200);
    expect(new URL(page.url()).pathname).toMatch(/^\/management\/data\/index_management\//);
    const seen = async () => ({ problems, isDrawn: (await page.locator('#root > *').count()) > 0 });
    await expect.poll(seen).toEqual({ problems: [], isDrawn: true });
    expect(await page.title()).toContain('Mapledger');
    await close();
  });

  it('gives each response a nonce of its own, which the page carries', async () => {
    const nonces: (string | undefined)[] = [];
    for (let visit = 0; visit < 2; visit++) {
      const { page, close } = await openPage(at.browser);
      const response = await page.goto(at.server.address);
      const inPolicy = /'nonce-([^']+)'/.exec(response?.headers()['content-security-policy'] ?? '')?.[1];
      const inPage = await page.evaluate(
        () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce,
      );
      expect(inPage).toBe(inPolicy);
      nonces.push(inPage);
      await close();
    }
    expect(new Set(nonces).size).toBe(2);
    expect(nonces).not.toContain(undefined);
  });

  it('refuses an unknown flag before it listens', async () => {
    await expect(startServer('--hots', '0.0.0.0')).rejects.toThrow(/--hots/);
  });
});
