// The one module that we write ourselves: an Elasticsearch 8 or 9 from Maven does not answer GET /.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDescriptor } from '../modules.mjs';
import { capture } from '../tools.mjs';

/** Compiles it against the libraries of the engine in `home`, into a module of that engine. */
export async function addRootEndpoint(home, { major, jdk, version, signal }) {
  const target = join(home, 'modules/root-endpoint');
  const classes = join(target, 'classes');
  await mkdir(classes, { recursive: true });
  const plugin = `RootEndpointPlugin${major}`;
  const sources = ['RootEndpoint', plugin].map((name) => join(import.meta.dirname, `${name}.java`));
  // The oldest Java that the engine runs on.
  const release = major === 8 ? '17' : '21';
  const options = ['--release', release, '-proc:none', '-nowarn', '-cp', join(home, 'lib', '*'), '-d', classes];
  await capture(join(jdk, 'bin/javac'), [...options, ...sources], { signal });
  await capture(join(jdk, 'bin/jar'), ['cf', join(target, 'root-endpoint.jar'), '-C', classes, '.'], { signal });
  await rm(classes, { recursive: true });
  await writeDescriptor(target, {
    distribution: 'elasticsearch',
    version,
    name: 'root-endpoint',
    className: `mapledger.engines.${plugin}`,
    javaVersion: release,
  });
}
