import { globSync, readFileSync } from 'node:fs';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { spawnSync } from 'node:child_process';

/** One instruction of a Dockerfile, continued lines joined: `RUN`, and what follows it. */
type Instruction = { readonly name: string; readonly value: string };

/** A Dockerfile's instructions in order; comments are dropped. */
function readDockerfile(text: string): Instruction[] {
  return text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', value = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
      return { name, value };
    });
}

/** What the last stage of an image runs with. */
export type Image = {
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly command: readonly string[];
  readonly healthCommand: readonly string[];
};

type Stage = {
  root: string;
  workdir: string;
  env: Record<string, string>;
  values: Map<string, string>;
};

/**
 * Carries out the steps of a Dockerfile in folders, one a stage, as a container engine would in
 * layers: `COPY` obeys `.dockerignore`, `RUN` is run by a shell with `path` as its PATH.
 */
export function buildImage(
  context: string,
  folder: string,
  { path }: { readonly path: string },
): Image {
  const ignored = readIgnored(join(context, '.dockerignore'));
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const { name, value } of readDockerfile(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const alias = / AS (\S+)$/.exec(value)?.[1] ?? 'last';
      stage = { root: join(folder, alias), workdir: '/', env: {}, values: new Map() };
      stages.set(alias, stage);
      mkdirSync(stage.root, { recursive: true });
      continue;
    }
    if (stage === undefined) throw new Error(`${name} before FROM`);
    const inside = join(stage.root, stage.workdir);
    if (name === 'WORKDIR')
      mkdirSync(join(stage.root, (stage.workdir = value)), { recursive: true });
    else if (name === 'ENV') Object.assign(stage.env, readPairs(value));
    else if (name === 'COPY') copy(value, { context, ignored, inside, stages });
    else if (name === 'RUN')
      run(value, { cwd: inside, env: { ...process.env, ...stage.env, PATH: path } });
    else stage.values.set(name, value);
  }
  if (stage === undefined) throw new Error('an empty Dockerfile');
  const { root, workdir, env, values } = stage;
  const health = /CMD (\[.*\])$/.exec(values.get('HEALTHCHECK') ?? '')?.[1];
  return {
    root,
    workdir,
    env,
    user: values.get('USER') ?? 'root',
    command: execForm(values.get('CMD')),
    healthCommand: execForm(health),
  };
}

/** A command as JSON: without a shell between the engine and the process. */
function execForm(value: string | undefined): string[] {
  const words: unknown = JSON.parse(value ?? 'null');
  if (!Array.isArray(words)) throw new Error(`not in exec form: ${value}`);
  return words.map(String);
}

function readPairs(value: string): Record<string, string> {
  return Object.fromEntries(value.split(' ').map((pair) => pair.split('=', 2)));
}

function readIgnored(file: string): (path: string) => boolean {
  const rules = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return (path) => {
    let isIgnored = false;
    for (const rule of rules) {
      const pattern = rule.replace(/^!/, '');
      const isMatch = matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`);
      if (isMatch) isIgnored = !rule.startsWith('!');
    }
    // A bare `*` stands for all that is below, too.
    return isIgnored || (rules.includes('*') && !rules.some((rule) => isBelow(path, rule)));
  };
}

function isBelow(path: string, rule: string): boolean {
  const kept = rule.slice(1);
  return rule.startsWith('!') && (path === kept || path.startsWith(`${kept}/`));
}

type CopyParts = {
  readonly context: string;
  readonly ignored: (path: string) => boolean;
  readonly inside: string;
  readonly stages: ReadonlyMap<string, Stage>;
};

function copy(value: string, { context, ignored, inside, stages }: CopyParts): void {
  const words = value.split(/\s+/);
  const from = /^--from=(.+)$/.exec(words[0] ?? '')?.[1];
  const target = words.at(-1) ?? '.';
  if (from !== undefined) {
    const source = join(stages.get(from)?.root ?? '', words[1] ?? '');
    cpSync(source, join(inside, target), { recursive: true, verbatimSymlinks: true });
    return;
  }
  for (const source of words.slice(0, -1)) {
    const files = globSync([source, `${source}/**/*`], { cwd: context, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const path = join(file.parentPath, file.name).slice(context.length + 1);
      if (ignored(path)) continue;
      const to = target.endsWith('./')
        ? join(inside, path)
        : join(inside, target, path.slice(source.length));
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(context, path), to);
    }
  }
}

function run(command: string, options: { cwd: string; env: NodeJS.ProcessEnv }): void {
  const { status, stderr } = spawnSync('sh', ['-c', command], { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}: ${stderr}`);
}
