// The one module that we write ourselves: an Elasticsearch 9 from Maven does not answer GET /.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDescriptor } from './modules.mjs';
import { capture } from './tools.mjs';

/** Compiles it against the libraries of the engine in `home`, into the folder `target`. */
export async function addRootEndpoint(target, { home, jdk, version, signal }) {
  const classes = join(target, 'classes');
  await mkdir(classes, { recursive: true });
  const source = join(import.meta.dirname, 'RootEndpointPlugin.java');
  const libraries = join(home, 'lib', '*');
  await capture(join(jdk, 'bin/javac'), ['--release', '21', '-proc:none', '-nowarn', '-cp', libraries, '-d', classes, source], { signal });
  await capture(join(jdk, 'bin/jar'), ['cf', join(target, 'root-endpoint.jar'), '-C', classes, '.'], { signal });
  await rm(classes, { recursive: true });
  await writeDescriptor(target, {
    distribution: 'elasticsearch',
    version,
    name: 'root-endpoint',
    className: 'mapledger.engines.RootEndpointPlugin',
    javaVersion: '21',
  });
}
