// What each engine is made of. Neither project publishes a whole distribution through Maven: there is the bare server that
// their own integration tests use, and the jars of some modules.
import { EngineRefusal } from './refusal.mjs';
import { addRootEndpoint } from './root-endpoint/add.mjs';

const DEFAULT_VERSIONS = { opensearch: '3.4.0', elasticsearch: '9.5.3' };

/**
 * How to make and run an engine, `opensearch` or `elasticsearch`; without a version, the one that the tests are for. A
 * secured one asks everybody to sign in.
 */
export function recipeOf(distribution, version = DEFAULT_VERSIONS[distribution], { isSecured = false } = {}) {
  if (distribution === 'opensearch') return openSearch(version, isSecured);
  if (isSecured) throw new EngineRefusal('only OpenSearch has its security published');
  if (distribution === 'elasticsearch') return elasticsearch(version);
  throw new EngineRefusal('the first argument must be opensearch or elasticsearch');
}

/** Before version 3 there is a security manager, which a JDK from 24 on has no more. */
function jdkOf(openSearchMajor) {
  if (openSearchMajor < 2) return { least: 11, most: 17 };
  return openSearchMajor < 3 ? { least: 11, most: 21 } : { least: 21 };
}

function openSearch(version, isSecured) {
  const major = Number.parseInt(version, 10);
  return {
    distribution: 'opensearch',
    title: `OpenSearch ${version}`,
    version,
    jdk: jdkOf(major),
    variables: 'OPENSEARCH',
    server: `org.opensearch.distribution.integ-test-zip:opensearch:${version}:zip`,
    modules: {
      group: 'org.opensearch.plugin',
      artifacts: [
        'aggs-matrix-stats-client',
        'analysis-common',
        'geo',
        'ingest-common',
        'ingest-user-agent',
        'lang-expression',
        'lang-mustache-client',
        'lang-painless',
        'mapper-extras-client',
        'parent-join-client',
        'percolator-client',
        'rank-eval-client',
        'reindex-client',
        'repository-url',
      ],
      // Annotations and interfaces that modules only compile against; the server refuses a class that is there twice.
      leftOut: [
        'error_prone_annotations',
        'jspecify',
        'opensearch-arrow-spi',
        'opensearch-concurrent-queue',
        'snakeyaml-engine',
      ],
      javaVersion: major < 3 ? '11' : '21',
      permissions: [
        'java.lang.RuntimePermission "createClassLoader"',
        'java.lang.RuntimePermission "getClassLoader"',
        'java.lang.RuntimePermission "accessDeclaredMembers"',
        'java.net.SocketPermission "*", "connect"',
      ],
    },
    // Its vectors work with the engine lucene alone: the native libraries of the others are not in it.
    plugins: [pluginOf('opensearch-knn', version), ...(isSecured ? [securityOf(version)] : [])],
    isSecured,
  };
}

const pluginOf = (name, version) => ({ name, artifact: `org.opensearch.plugin:${name}:${version}.0:zip` });

/** Signing in, with roles. From 3.4 it says that it needs a module that is not published, of which it uses a library. */
const securityOf = (version) => ({
  ...pluginOf('opensearch-security', version),
  isNeeded: true,
  instead: { modules: ['rule-framework'], libraries: ['org.apache.commons:commons-collections4:4.4:jar'] },
});

function elasticsearch(version) {
  const major = Number.parseInt(version, 10);
  return {
    distribution: 'elasticsearch',
    title: `Elasticsearch ${version}`,
    version,
    jdk: major < 8 ? { least: 17, most: 17 } : { least: 21 },
    variables: 'ES',
    server: `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${version}:zip`,
    // Version 7 is the last whose modules are published.
    ...(major < 8 && {
      modules: {
        group: 'org.elasticsearch.plugin',
        artifacts: [
          'aggs-matrix-stats-client',
          'lang-mustache-client',
          'mapper-extras-client',
          'parent-join-client',
          'percolator-client',
          'rank-eval-client',
          'reindex-client',
        ],
        leftOut: [],
        javaVersion: '1.8',
        permissions: [
          'java.lang.RuntimePermission "getClassLoader"',
          'java.lang.RuntimePermission "accessDeclaredMembers"',
          'java.lang.reflect.ReflectPermission "suppressAccessChecks"',
          'java.net.SocketPermission "*", "connect"',
        ],
      },
    }),
    // Since version 8, GET / is answered by a module, and that one is not published.
    ...(major >= 8 && { finish: (home, jdk, signal) => addRootEndpoint(home, { major, jdk, version, signal }) }),
  };
}
