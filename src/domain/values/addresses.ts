/** The 16 bytes of an address as one number, IPv4 as it lies in IPv6; null for what is no address. */
export function addressIn(text: string): bigint | null {
  if (text.length > LONGEST_ADDRESS) return null;
  if (!text.includes(':')) {
    const four = ipv4In(text);
    return four === null ? null : MAPPED + four;
  }
  return ipv6In(text);
}

const LONGEST_ADDRESS = 45;
const MAPPED = 0xffff_0000_0000n;

function ipv4In(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  let address = 0n;
  for (const part of parts) {
    // A leading zero could mean octal.
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null;
    address = address * 256n + BigInt(part);
  }
  return address;
}

function ipv6In(text: string): bigint | null {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  let whole = text;
  if (dotted !== null) {
    const four = ipv4In(dotted[2] as string);
    if (four === null) return null;
    whole = `${dotted[1] as string}${(four >> 16n).toString(16)}:${(four & 0xffffn).toString(16)}`;
  }
  const halves = whole.split('::');
  if (halves.length > 2) return null;
  const [before, after] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const groups = [...(before ?? []), ...(after ?? [])];
  if (groups.some((group) => !/^[0-9a-fA-F]{1,4}$/.test(group))) return null;
  const missing = 8 - groups.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const all = [...(before ?? []), ...Array.from({ length: missing }, () => '0'), ...(after ?? [])];
  return all.reduce((address, group) => (address << 16n) + BigInt(`0x${group}`), 0n);
}

/** The first and last address of a block such as `10.0.0.0/8`; null for what is none. */
export function blockIn(text: string): readonly [bigint, bigint] | null {
  const [address = '', length = '', ...more] = text.split('/');
  const from = addressIn(address);
  if (from === null || more.length > 0 || !/^\d{1,3}$/.test(length)) return null;
  const isFour = !address.includes(':');
  const bits = Number(length);
  if (bits > (isFour ? 32 : 128)) return null;
  const rest = (1n << BigInt((isFour ? 32 : 128) - bits)) - 1n;
  return [from & ~rest, from | rest];
}
