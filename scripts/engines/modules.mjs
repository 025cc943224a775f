// Puts published jars into the form of a server's own modules.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { EngineRefusal } from './refusal.mjs';
import { capture, isUnpublished, maven } from './tools.mjs';

/** A module that holds this entry adds to the script language and must say so. */
const SCRIPT_EXTENSION = 'META-INF/services/org.opensearch.painless.spi.PainlessExtension';

/** One pom for each module, in one run of Maven, so that each gets the jars that it needs itself. */
export async function addModules({ modules, distribution, version }, home, { work, jdk, signal }) {
  const { group, artifacts } = modules;
  const project = (id, rest) => {
    const coordinates = `<groupId>mapledger.engines</groupId><artifactId>${id}</artifactId><version>1</version><packaging>pom</packaging>`;
    return `<project><modelVersion>4.0.0</modelVersion>${coordinates}${rest}</project>`;
  };
  const folder = join(work, 'poms');
  await mkdir(folder);
  await writeFile(
    join(folder, 'pom.xml'),
    project('all', `<modules>${artifacts.map((name) => `<module>${name}</module>`).join('')}</modules>`),
  );
  for (const name of artifacts) {
    await mkdir(join(folder, name));
    const dependency = `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
    await writeFile(join(folder, name, 'pom.xml'), project(`of-${name}`, `<dependencies>${dependency}</dependencies>`));
  }
  const published = await fetchJars(artifacts, version, { folder, signal });

  const known = new Set([...(await readdir(join(home, 'lib'))).map(libraryOf), ...modules.leftOut]);
  for (const artifact of published) {
    const name = artifact.replace(/-client$/, '');
    const target = join(home, 'modules', name);
    if (existsSync(target)) continue;
    await mkdir(target);
    const jars = join(folder, artifact, 'jars');
    for (const jar of await readdir(jars))
      if (!known.has(libraryOf(jar))) await copyFile(join(jars, jar), join(target, jar));
    const entries = (
      await capture(join(jdk, 'bin/jar'), ['tf', join(target, `${artifact}-${version}.jar`)], { signal })
    ).split(/\r?\n/);
    const isScripted = name !== 'lang-painless' && entries.includes(SCRIPT_EXTENSION);
    await writeDescriptor(target, {
      distribution,
      version,
      name,
      className: pluginClass(entries, artifact),
      javaVersion: modules.javaVersion,
      extended: isScripted ? 'lang-painless' : '',
    });
    const grants = modules.permissions.map((permission) => `  permission ${permission};\n`).join('');
    await writeFile(join(target, 'plugin-security.policy'), `grant {\n${grants}};\n`);
  }
}

/** Has Maven copy the jars of each module, and gives those that are published for this version: before OpenSearch 3 some are not. */
async function fetchJars(artifacts, version, { folder, signal }) {
  const hasJar = (name) => existsSync(join(folder, name, 'jars', `${name}-${version}.jar`));
  const goal = ['dependency:copy-dependencies', '-DoutputDirectory=jars', '-DincludeScope=runtime'];
  try {
    // A module that is missing does not keep the others from coming.
    await maven(['--fail-at-end', ...goal], { folder, signal });
  } catch (error) {
    const missing = artifacts.filter((name) => !hasJar(name));
    if (signal.aborted || missing.length === 0 || !missing.every((name) => isUnpublished(error, name))) throw error;
    console.error(`Not published for ${version}, and left out: ${missing.join(', ')}`);
  }
  return artifacts.filter(hasJar);
}

/** The name of a library without its version: `lucene-core-10.3.jar` is `lucene-core`. */
function libraryOf(jar) {
  return basename(jar).replace(/-[0-9][^-]*(-.*)?\.jar$/, '');
}

function pluginClass(entries, artifact) {
  const classes = entries.filter((entry) => /Plugin\.class$/.test(entry) && !entry.includes('$')).sort();
  const found = classes.find((entry) => entry.endsWith('ModulePlugin.class')) ?? classes[0];
  if (found === undefined) throw new EngineRefusal(`its module ${artifact} has no plugin class`);
  return found.replace(/\.class$/, '').replaceAll('/', '.');
}

/** Says what a folder of `modules` is, in the words of both engines. */
export function writeDescriptor(target, { distribution, version, name, className, javaVersion, extended = '' }) {
  const lines = {
    description: name,
    version,
    name,
    classname: className,
    'java.version': javaVersion,
    [`${distribution}.version`]: version,
    'extended.plugins': extended,
    'has.native.controller': 'false',
  };
  const text = Object.entries(lines).map(([key, value]) => `${key}=${value}\n`);
  return writeFile(join(target, 'plugin-descriptor.properties'), text.join(''));
}
