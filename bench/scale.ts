import { valueRow, type Report } from './support/report.ts';
import { seeded, simulate, type HitRatios, type Traffic } from './support/traffic.ts';

/** Requests a month in docs/scale.md. */
const months = [10e6, 100e6, 1e9] as const;
/** Caches in front: one nginx, or a CDN with ten locations that share nothing. */
const edges = [1, 10] as const;
/** Two hours of a billion requests a month: a picture requested less often than that counts as drawn. */
const mostRequests = 3_000_000;
const world = { players: 1_000_000, exponent: 1, variants: 4 } as const;

/**
 * Simulates which share of a month's traffic each cache serves: requests follow a Zipf distribution of
 * players, with fifteen minutes of freshness, caches in front and the one that instances share. For
 * docs/scale.md.
 */
export async function run(): Promise<Report> {
  const results = months.flatMap((requestsPerMonth) =>
    edges.map((count) => {
      const traffic = { ...world, requestsPerMonth, edges: count };
      return { traffic, ratios: simulate(traffic, { random: seeded(7), mostRequests }) };
    }),
  );
  const largest = results.at(-1)!;
  return {
    rows: [
      valueRow({
        id: 'scale-drawn',
        what: 'pictures drawn a second, of a billion requests a month behind ten caches',
        value: largest.ratios.drawn * (largest.traffic.requestsPerMonth / (30 * 24 * 3600)),
        unit: 'requests/s',
        target: null,
      }),
    ],
    tables: [
      {
        title: 'Who answers',
        head: [
          'requests a month',
          'caches',
          'by the cache',
          '304 of the rest',
          'drawn of all',
          'origin, a second',
          'profiles, a second',
          'names, a second',
        ],
        body: results.map(({ traffic, ratios }) => row(traffic, ratios)),
      },
    ],
    remarks: [
      `${world.players.toLocaleString('en')} players by a Zipf law with exponent ${world.exponent}, ${world.variants} pictures of each. The first three quarters of ${mostRequests.toLocaleString('en')} requests fill the caches.`,
    ],
  };
}

function row({ requestsPerMonth, edges: count }: Traffic, ratios: HitRatios): string[] {
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
  const perSecond = (rate: number) => rate.toFixed(1);
  return [
    requestsPerMonth.toLocaleString('en'),
    String(count),
    percent(ratios.edge),
    percent(ratios.revalidated),
    percent(ratios.drawn),
    perSecond(ratios.originPerSecond),
    perSecond(ratios.profilesPerSecond),
    perSecond(ratios.namesPerSecond),
  ];
}
