import protocols from './protocols.json' with { type: 'json' };

/**
 * Releases of the Java edition by protocol number, from the first to the last with that number.
 * Excludes snapshots, whose numbers begin at 2³⁰. Versions before 1.7 are apart: 1.7 restarted the numbers.
 */
const releases = new Map(Object.entries(protocols.releases));
const olderReleases = new Map(Object.entries(protocols.olderReleases));

/** The release of a protocol number; null if it is unknown. */
export function protocolName(protocol: number | null): string | null {
  return releases.get(String(protocol)) ?? null;
}

/** The same for the number in a legacy response. */
export function olderProtocolName(protocol: number | null): string | null {
  return olderReleases.get(String(protocol)) ?? null;
}
