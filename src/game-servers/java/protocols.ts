/**
 * Releases of the Java edition by protocol number, from the first to the last with that number.
 * Excludes snapshots, whose numbers begin at 2³⁰.
 */
const releases: ReadonlyMap<number, string> = new Map([
  [4, '1.7.2–1.7.5'],
  [5, '1.7.6–1.7.10'],
  [47, '1.8–1.8.9'],
  [107, '1.9'],
  [108, '1.9.1'],
  [109, '1.9.2'],
  [110, '1.9.3–1.9.4'],
  [210, '1.10–1.10.2'],
  [315, '1.11'],
  [316, '1.11.1–1.11.2'],
  [335, '1.12'],
  [338, '1.12.1'],
  [340, '1.12.2'],
  [393, '1.13'],
  [401, '1.13.1'],
  [404, '1.13.2'],
  [477, '1.14'],
  [480, '1.14.1'],
  [485, '1.14.2'],
  [490, '1.14.3'],
  [498, '1.14.4'],
  [573, '1.15'],
  [575, '1.15.1'],
  [578, '1.15.2'],
  [735, '1.16'],
  [736, '1.16.1'],
  [751, '1.16.2'],
  [753, '1.16.3'],
  [754, '1.16.4–1.16.5'],
  [755, '1.17'],
  [756, '1.17.1'],
  [757, '1.18–1.18.1'],
  [758, '1.18.2'],
  [759, '1.19'],
  [760, '1.19.1–1.19.2'],
  [761, '1.19.3'],
  [762, '1.19.4'],
  [763, '1.20–1.20.1'],
  [764, '1.20.2'],
  [765, '1.20.3–1.20.4'],
  [766, '1.20.5–1.20.6'],
  [767, '1.21–1.21.1'],
  [768, '1.21.2–1.21.3'],
  [769, '1.21.4'],
  [770, '1.21.5'],
  [771, '1.21.6'],
  [772, '1.21.7–1.21.8'],
  [773, '1.21.9–1.21.10'],
  [774, '1.21.11'],
  [775, '26.1–26.1.2'],
  [776, '26.2'],
  [777, '26.3'],
]);

/** The same for versions before 1.7, which restarted the numbering. */
const olderReleases: ReadonlyMap<number, string> = new Map([
  [47, '1.4.2'],
  [48, '1.4.3'],
  [49, '1.4.4–1.4.5'],
  [51, '1.4.6–1.4.7'],
  [60, '1.5–1.5.1'],
  [61, '1.5.2'],
  [73, '1.6.1'],
  [74, '1.6.2'],
  [77, '1.6.3'],
  [78, '1.6.4'],
]);

/** The release of a protocol number; null if it is unknown. */
export function protocolName(protocol: number | null): string | null {
  return protocol === null ? null : (releases.get(protocol) ?? null);
}

/** The same for the number in a legacy response. */
export function olderProtocolName(protocol: number | null): string | null {
  return protocol === null ? null : (olderReleases.get(protocol) ?? null);
}
