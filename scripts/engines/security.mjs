// Sets up a node on which everybody signs in: OpenSearch with its plugin for security.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { capture } from './tools.mjs';

/** Who may do everything on the node. It listens on 127.0.0.1 alone and nobody keeps its data. */
export const ADMIN = { name: 'admin', password: 'admin of the tests' };
/** The password above, as `tools/hash.sh` of the plugin prints it. */
const ADMIN_HASH = '$2y$12$iDEYQcwpv/M5XjTdGJ6hg.PgFi10wCbcqyc.4ncaW61Bvq/WZ7moW';
/** The key of the node, and the certificate that it trusts, which is its own. */
const KEYS = 'keys.p12';
const TRUSTED = 'trusted.p12';
const PASSWORD = 'of a test node';

/** What the plugin begins with: one user, and the role that it has. */
const USERS = `_meta: { type: internalusers, config_version: 2 }
${ADMIN.name}: { hash: ${JSON.stringify(ADMIN_HASH)}, reserved: true, backend_roles: [admin] }
`;
const MAPPING = `_meta: { type: rolesmapping, config_version: 2 }
all_access: { reserved: true, backend_roles: [admin] }
`;

/** Writes users and a certificate for the traffic between nodes, and returns the settings of the node. */
export async function secure(config, { jdk, signal }) {
  const rules = join(config, 'opensearch-security');
  await writeFile(join(rules, 'internal_users.yml'), USERS);
  await writeFile(join(rules, 'roles_mapping.yml'), MAPPING);
  const keytool = (...args) => capture(join(jdk, 'bin/keytool'), args, { folder: config, signal });
  const inStore = (file) => ['-alias', 'node', '-keystore', file, '-storetype', 'PKCS12', '-storepass', PASSWORD];
  await keytool('-genkeypair', ...inStore(KEYS), '-keyalg', 'EC', '-dname', 'CN=test', '-validity', '30');
  await keytool('-exportcert', ...inStore(KEYS), '-file', 'node.crt');
  await keytool('-importcert', ...inStore(TRUSTED), '-file', 'node.crt', '-noprompt');
  const transport = (name) => `plugins.security.ssl.transport.${name}`;
  return {
    [transport('keystore_filepath')]: KEYS,
    [transport('keystore_type')]: 'PKCS12',
    [transport('keystore_password')]: PASSWORD,
    [transport('truststore_filepath')]: TRUSTED,
    [transport('truststore_type')]: 'PKCS12',
    [transport('truststore_password')]: PASSWORD,
    [transport('enforce_hostname_verification')]: false,
    'plugins.security.ssl.http.enabled': false,
    'plugins.security.nodes_dn': ['CN=test'],
    'plugins.security.allow_default_init_securityindex': true,
    'plugins.security.restapi.roles_enabled': ['all_access'],
    'plugins.security.unsupported.restapi.allow_securityconfig_modification': true,
  };
}
