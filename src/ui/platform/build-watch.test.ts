import { describe, expect, it } from 'vitest';
import { buildWatch } from './build-watch.ts';

/** A watch over a server whose build the test sets, with time that the test advances. */
function watchOf(current: string | null, latest: string | null) {
  const server = { latest, isUp: true, asked: 0 };
  let pass: () => void = () => undefined;
  const watch = buildWatch({
    current,
    readLatest() {
      server.asked += 1;
      return server.isUp ? Promise.resolve(server.latest) : Promise.reject(new TypeError('Failed to fetch'));
    },
    timer: {
      every(_ms, run) {
        pass = run;
        return () => {
          pass = () => undefined;
        };
      },
    },
  });
  return { watch, server, pass: () => pass() };
}

describe('buildWatch', () => {
  it('says which build the server has when it is another', async () => {
    const { watch, server } = watchOf('a', 'a');
    let told = 0;
    watch.subscribe(() => (told += 1));
    await watch.check();
    expect(watch.getSnapshot()).toBeNull();
    server.latest = 'b';
    await watch.check();
    expect(watch.getSnapshot()).toBe('b');
    await watch.check();
    expect(told).toBe(1);
  });

  it('says nothing any more when the server has the build of the page again', async () => {
    const { watch, server } = watchOf('a', 'b');
    await watch.check();
    server.latest = 'a';
    await watch.check();
    expect(watch.getSnapshot()).toBeNull();
  });

  it('stays as it is while the server is away or says no build', async () => {
    const { watch, server } = watchOf('a', 'b');
    await watch.check();
    server.isUp = false;
    await watch.check();
    expect(watch.getSnapshot()).toBe('b');
  });

  it('asks once for several that want to know', async () => {
    const { watch, server } = watchOf('a', 'a');
    await Promise.all([watch.check(), watch.check()]);
    expect(server.asked).toBe(1);
  });

  it('asks now and then until it is stopped', async () => {
    const { watch, server, pass } = watchOf('a', 'b');
    const stop = watch.start();
    pass();
    await watch.check();
    expect(watch.getSnapshot()).toBe('b');
    stop();
    pass();
    expect(server.asked).toBe(1);
  });

  it('takes the first build that it reads for that of the page where the page of a host says none', async () => {
    const { watch, server } = watchOf(null, 'a');
    watch.start();
    await watch.check();
    expect(watch.getSnapshot()).toBeNull();
    server.latest = 'b';
    await watch.check();
    expect(watch.getSnapshot()).toBe('b');
  });

  it('asks a host without builds once', async () => {
    const { watch, server, pass } = watchOf(null, null);
    watch.start();
    await watch.check();
    pass();
    expect(server.asked).toBe(1);
  });
});
