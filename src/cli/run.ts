import type { Readable } from 'node:stream';
import manifest from '../../package.json' with { type: 'json' };
import { LineupError } from '../common/errors/lineup-error.ts';
import {
  openParts,
  type AnimationListener,
  openLocalDrawing,
} from '../engine/library/local-drawing.ts';
import { orList } from '../common/schemas/validation-message.ts';
import { webUrl } from '../common/setting-values.ts';
import { drawOne, drawTogether, type Named, type ProgramParts } from './draw.ts';
import type { Sources } from './open-sources.ts';
import {
  modelOptions,
  readArguments,
  shownOption,
  UsageError,
  type Arguments,
} from './read-arguments.ts';
import { FailedError, readLocalSkin, saveFile } from './files.ts';
import { isOfCompositions } from '../engine/options/composition-query.ts';
import { pictureFormats } from '../engine/options/picture-formats.ts';
import { maxItems } from '../engine/options/request-schemas.ts';

/** What the program reads and writes. */
type Streams = {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
};

type Output = {
  readonly isTTY?: boolean | undefined;
  readonly write: (data: string | Uint8Array, done: (error?: Error | null) => void) => unknown;
};

/** Runs the program. @returns its exit code */
export async function run(argv: readonly string[], streams: Streams): Promise<0 | 1 | 2> {
  let args: Arguments | undefined;
  try {
    args = readArguments(argv);
    if (args.wants === 'version') await write(streams.stdout, `${manifest.version}\n`);
    else if (args.wants === 'help') {
      const { helpText } = await import('./help.ts');
      await write(streams.stdout, helpText());
    } else await draw(args, streams);
    return 0;
  } catch (error) {
    const isWrongUse =
      error instanceof UsageError || (error instanceof LineupError && error.code === 'bad-request');
    await write(streams.stderr, `lineup: ${sentenceOf(error)}\n`).catch(() => {});
    return isWrongUse ? 2 : 1;
  }
}

function sentenceOf(error: unknown): string {
  const isPlain =
    error instanceof UsageError || error instanceof FailedError || error instanceof LineupError;
  if (isPlain) return error.message;
  return String(error instanceof Error ? (error.stack ?? error.message) : error);
}

async function draw(args: Arguments, { stdin, stdout, stderr }: Streams): Promise<void> {
  const { players } = args;
  if (players.length === 0 || players.length > maxItems) {
    const given = players.length === 0 ? '' : `, not ${players.length}`;
    throw new UsageError(`name 1 to ${maxItems} players${given}; lineup --help tells how`);
  }
  if (players.filter((player) => player === '-').length > 1) {
    throw new UsageError('-: must be given only once');
  }
  const { path, isModel, options } = readOutput(args, stdout);
  if (isModel && players.length > 1) throw new UsageError('-o: a .glb holds one player');
  const services = readService(args.service);
  let opened: Promise<Sources> | undefined;
  const sources = async (): Promise<Sources> => {
    const { openSources } = await import('./open-sources.ts');
    opened ??= openSources({ version: manifest.version, services });
    return opened;
  };
  const drawing = openLocalDrawing(stderr.isTTY === true ? progressLine(stderr) : undefined);
  const parts: ProgramParts = {
    ...openParts(drawing, async (...texture) => (await sources()).players.loadSheet(...texture)),
    service: [...services.keys()][0],
    hasFile: path !== null,
    isModel,
    sources,
  };
  try {
    const named: Named[] = [];
    for (const argument of players) {
      named.push({ argument, local: await readLocalSkin(argument, stdin) });
    }
    const [alone, ...others] = named;
    const isComposition =
      others.length > 0 || (!isModel && Object.entries(options).some(isOfCompositions));
    const bytes = isComposition
      ? await drawTogether(named, options, parts)
      : await drawOne(alone!, options, parts);
    if (path === null) await write(stdout, bytes);
    else saveFile(path, bytes);
  } finally {
    await (await opened)?.close();
  }
}

/** Where the picture goes, `null` for standard output; the format follows the extension. */
function readOutput({ output, options }: Arguments, stdout: Output) {
  if (output === undefined) throw new UsageError('-o: is missing: the file that is written, or -');
  if (output === '-') {
    if (stdout.isTTY === true) throw new UsageError('-o: a picture is not written to a terminal');
    return { path: null, isModel: false, options };
  }
  const extension = /\.([^./\\]+)$/.exec(output)?.[1]?.toLowerCase();
  const format = pictureFormats.find((one) => one === extension);
  if (extension === 'glb') {
    const other = Object.keys(options).find((one) => !Object.hasOwn(modelOptions.properties, one));
    if (other !== undefined) throw new UsageError(`${shownOption(other)}: a .glb has none`);
    return { path: output, isModel: true, options };
  }
  if (format === undefined) {
    throw new UsageError(`-o: must end in .${orList([...pictureFormats, 'glb'])}`);
  }
  const { format: own = format } = options;
  if (own !== format) throw new UsageError(`--format: must be ${format}, as the file ends`);
  return { path: output, isModel: false, options: { ...options, format } };
}

/** The account service of a URL, by its host. */
function readService(text: string | undefined): ReadonlyMap<string, string> {
  if (text === undefined) return new Map();
  const url = webUrl.parse(text);
  if (url === undefined) throw new UsageError(`--service: must be ${webUrl.allowed}`);
  return new Map([[new URL(url).host, url]]);
}

/** Shows how far an animation is, on the last line of a terminal. */
function progressLine({ write: print }: Output): AnimationListener {
  return (done) => {
    const line = done < 1 ? `drawing: ${Math.floor(done * 100)} %` : '\u001b[K';
    print(`\r${line}`, () => {});
  };
}

function write({ write: send }: Output, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    send(data, (error) => {
      if (error) reject(new FailedError(`the output can't be written: ${error.message}`));
      else resolve();
    });
  });
}
