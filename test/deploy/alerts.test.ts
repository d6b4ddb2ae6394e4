import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';

// Each alert with a series that stays at its threshold, and one that is just above it.

const rules = join(import.meta.dirname, '../../deploy/prometheus-alerts.yaml');
type Alert = {
  readonly alert: string;
  readonly labels: object;
  readonly annotations: object;
};
const alerts: readonly Alert[] = parse(readFileSync(rules, 'utf8')).groups[0].rules;

const place = 'job="lineup", instance="one"';
const answers = (status: number) => `http_requests_total{${place}, status="${status}"}`;

type Series = Readonly<Record<string, string>>;
/** Series of an hour, a value a minute; the alert fires this long after the start. `by` are the labels that it keeps. */
type Case = {
  readonly quiet: Series;
  readonly firing: Series;
  readonly afterMinutes: number;
  readonly by: 'all' | 'instance' | 'none';
};

/** Of a gauge: these values from the start. */
const gauge = (name: string, quiet: number, firing: number): Omit<Case, 'afterMinutes'> => ({
  quiet: { [`${name}{${place}}`]: `${quiet}x60` },
  firing: { [`${name}{${place}}`]: `${firing}x60` },
  by: 'all',
});

// Ratios of rates are known after a minute.
const cases: Readonly<Record<string, Case>> = {
  LineupDown: { ...gauge('up', 1, 0), afterMinutes: 1 },
  LineupErrors: {
    quiet: { [answers(500)]: '7x60', [answers(502)]: '0+60x60' },
    firing: { [answers(500)]: '0x1 1x60' },
    afterMinutes: 3,
    by: 'instance',
  },
  LineupUpstreamFailing: {
    quiet: { [answers(502)]: '0+49x60', [answers(200)]: '0+951x60' },
    firing: { [answers(502)]: '0+51x60', [answers(200)]: '0+949x60' },
    afterMinutes: 11,
    by: 'none',
  },
  LineupShedding: {
    quiet: { [answers(503)]: '0+60x60', [answers(429)]: '0+600x60' },
    firing: { [answers(503)]: '0+61x60' },
    // The rate of five minutes has to be complete.
    afterMinutes: 10,
    by: 'instance',
  },
  LineupDrawingQueue: {
    ...gauge('lineup_drawing_waiting', 0, 1),
    quiet: { [`lineup_drawing_waiting{${place}}`]: '9 9 9 0'.concat(' 9 9 9 0'.repeat(14)) },
    afterMinutes: 5,
  },
  LineupSlowLoop: { ...gauge('nodejs_eventloop_lag_p99_seconds', 0.1, 0.101), afterMinutes: 10 },
  LineupMemory: { ...gauge('process_resident_memory_bytes', 900e6, 901e6), afterMinutes: 10 },
  LineupRedisDown: { ...gauge('lineup_redis_up', 1, 0), afterMinutes: 5 },
  LineupWebhookQueue: {
    ...gauge('lineup_webhook_queue_oldest_seconds', 3600, 3601),
    afterMinutes: 10,
    by: 'none',
  },
};

const keptLabels = {
  all: { job: 'lineup', instance: 'one' },
  instance: { instance: 'one' },
  none: {},
} as const;

const expected = ({ labels, annotations }: Alert, { by }: Case) => ({
  exp_labels: { ...keptLabels[by], ...labels },
  exp_annotations: JSON.parse(
    JSON.stringify(annotations).replaceAll('{{ $labels.instance }}', 'one'),
  ),
});

const unit = (series: Series, checks: readonly object[]) => ({
  interval: '1m',
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  alert_rule_test: checks,
});

test('each alert fires above its threshold only, and not before its time', () => {
  expect(alerts.map(({ alert }) => alert)).toEqual(Object.keys(cases));
  const tests = alerts.flatMap((alert) => {
    const one = cases[alert.alert]!;
    const at = (minutes: number, fires: boolean) => ({
      eval_time: `${minutes}m`,
      alertname: alert.alert,
      exp_alerts: fires ? [expected(alert, one)] : [],
    });
    const { afterMinutes } = one;
    return [
      unit(one.quiet, [at(afterMinutes, false), at(45, false)]),
      unit(one.firing, [at(afterMinutes - 1, false), at(afterMinutes, true)]),
    ];
  });
  const folder = mkdtempSync(join(tmpdir(), 'lineup-alerts-'));
  const file = join(folder, 'tests.yaml');
  writeFileSync(file, stringify({ rule_files: [rules], evaluation_interval: '1m', tests }));
  const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(`${stdout}${stderr}`.trim()).toMatch(/^Unit Testing: {2}.*\n {2}SUCCESS$/);
});
