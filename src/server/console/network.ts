/**
 * Groups of 16 bits of an IPv6 address that one site has to itself (RFC 6177): the rest of the address is anybody's
 * choice there.
 */
const SITE_GROUPS = 4;

/**
 * What stands for the place that an address is of: an IPv4 address as it is, of an IPv6 address its first 64 bits. An
 * IPv4 address as a socket of both families has it is that IPv4 address. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = (plain.split('%')[0] ?? '').toLowerCase().split('::');
  const first = groupsOf(head);
  const last = tail === undefined ? [] : groupsOf(tail);
  const zeros = tail === undefined ? 0 : Math.max(0, 2 * SITE_GROUPS - first.length - last.length);
  const all = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${all.slice(0, SITE_GROUPS).join(':')}::/64`;
}

function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
}
