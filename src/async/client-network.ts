/** The network of a client, by the client's key. */
export type NetworkOf = (client: string) => string;

/** Clients that one network counts as, at most. */
export const clientsOfNetwork = 4;

/** The first 24 bits of an IPv4 address, or 48 of IPv6: what one household or company may have at will. */
export const networkOf: NetworkOf = (client) => {
  const separator = client.includes(':') ? ':' : '.';
  return client.split(separator, 3).join(separator);
};
