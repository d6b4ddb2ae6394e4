import ipaddr from 'ipaddr.js';

/**
 * The network of an address, as a key for counting: the /24 of an IPv4 address or the /48 of an IPv6
 * address, which is at least what one customer of a hosting company usually has. An IPv4-mapped address
 * counts as its IPv4 address.
 * @param address canonical IPv4 or IPv6 text; anything else is a network of its own
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4
    ? `${parsed.octets.slice(0, 3).join('.')}.0/24`
    : `${parsed.parts
        .slice(0, 3)
        .map((part) => part.toString(16))
        .join(':')}::/48`;
}
