import type { Static } from 'typebox';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import type { WidgetOptions } from '../../../engine/cards/palette.ts';
import type { Crop } from '../../../engine/figure/camera/crops.ts';
import type { RenderType } from '../../../engine/figure/render-types.ts';
import { pictureFormats } from '../../../engine/options/picture-formats.ts';
import type { RenderQuery } from '../../../engine/options/request-schemas.ts';
import type { BoxPx } from '../../../engine/options/spec.ts';
import type { CacheState } from '../../http/responses.ts';
import type { PlayerResponse, SheetForm } from '../player-info/service.ts';
import type { ServerRequest } from '../server-status/service.ts';
import type { ListedLines, StatusResponse } from '../server-status/schema.ts';
import type { compatQuery } from './schema.ts';

/** A request to another service in our own terms. */
export type CompatResponse =
  | CompatPicture
  | CompatStatus
  | CompatProfile
  /** The icon of a server that has none. */
  | { readonly kind: 'default-icon' };

/** The status of a game server, in the form of another service. */
export type CompatStatus = {
  readonly kind: 'status';
  readonly server: ServerRequest;
  readonly form:
    | { readonly kind: 'json'; readonly write: WriteStatus; readonly indent?: number | undefined }
    /** 200 if it is online, otherwise 404. */
    | { readonly kind: 'word' }
    | { readonly kind: 'icon' }
    | {
        readonly kind: 'widget';
        readonly theme: WidgetOptions['theme'];
        /** Shown instead of the host. */
        readonly title?: string;
      };
};

/** The status as another service writes it. */
export type WriteStatus = (
  status: StatusResponse,
  facts: {
    readonly cache: CacheState;
    /** The sample with its lines that are no players. */
    readonly listed: ListedLines;
  },
) => object;

/** The profile of a player, in the form of another service. */
export type CompatProfile = {
  readonly kind: 'profile';
  readonly player: string;
  /** A text is sent as plain text. */
  readonly write: (profile: AccountProfile, facts: ProfileFacts) => object | string;
  readonly indent?: number | undefined;
  /** Whether `write` needs the sheets. */
  readonly hasSheets?: true | undefined;
  /** For an unknown player; by default our own error. */
  readonly unknown?: UnknownResponse | undefined;
};

/** What the original sent for an unknown player. */
export type UnknownResponse = {
  readonly status: 200 | 400 | 404;
  readonly body: object | string;
};

/** The profile of a player who has an account. */
export type AccountProfile = PlayerResponse & { readonly uuid: string; readonly name: string };

export type ProfileFacts = {
  readonly cache: CacheState;
  /** Of our links, without a slash at the end. */
  readonly baseUrl: string;
  /** In base64; `null` without a cape, or if nobody needs them. */
  readonly sheets: Readonly<Record<'skin' | 'cape', string | null>>;
  readonly nowMs: number;
};

/** A picture of another service in our own terms. */
export type CompatPicture = {
  readonly player: string;
  /** Whether a text that no player can have is one whom nobody knows, instead of an error. */
  readonly takesAnyText?: boolean;
} & (
  | {
      readonly kind: 'render';
      /** The figure, and the one drawn instead if its player is unknown. */
      readonly attempts: readonly [CompatFigure, ...CompatFigure[]];
    }
  | {
      readonly kind: 'skin';
      readonly form: SheetForm;
      readonly isDownload: boolean;
      /** Whose skin is sent: the first that is known; `null` is our default skin. */
      readonly attempts: readonly [string | null, ...(string | null)[]];
    }
  | { readonly kind: 'cape' }
);

export type Looks = readonly [type: RenderType, crop: Crop];

/** A figure of a player, for our own renderer. */
export type CompatFigure = {
  readonly player: string;
  /** The URL of a skin to draw instead of the player's. */
  readonly skinUrl?: string | undefined;
  readonly looks: Looks;
  /** The exact size of the picture; `null` if only its height is fixed. */
  readonly box: BoxPx | null;
  /** The options of our own endpoint. */
  readonly options: RenderQuery;
};

/** A parsed request to another service. */
export type CompatRequest = {
  /** The segments after the route's name, without the file extension of the last. */
  readonly pathValues: readonly string[];
  /** File extension as it was sent, with the dot; empty if there is none. */
  readonly suffix: string;
  readonly query: CompatQuery;
};

/** A switch without a value, such as `?overlay`, is an empty string. */
export type CompatQuery = Readonly<Static<typeof compatQuery>>;

/** A route of another service. */
export type CompatRow = {
  /** Its other names, in lower case. */
  readonly aliases?: readonly string[];
  /** What follows its name, as in the service's documentation; `/{player}` by default. */
  readonly after?: string;
  /** What it shows, and how that differs from the original. */
  readonly shows: string;
  /** Of a picture. */
  readonly size?: string;
  /** Whether the original has it, and we do not. */
  readonly isAbsent?: true;
  /** The player or server; by default the only segment. Without one the path does not exist. */
  readonly subjectIn?: (request: CompatRequest) => string | undefined;
  /** `null` if the path does not exist after all. Throws LineupError `bad-request`. */
  readonly read: (subject: string, request: CompatRequest) => CompatResponse | null;
};

/** By name: the path up to its first value. */
export type CompatRows = Readonly<Record<string, CompatRow>>;

type Declaration = {
  readonly host: string;
  /** Whether it took any text for a name, and drew a default skin for who does not exist. */
  readonly takesAnyText?: true;
  readonly rows: CompatRows;
};

/** Declares another service, once; `services.ts` lists them. */
export function defineService({ host, takesAnyText, rows }: Declaration) {
  return { host, takesAnyText, rows: Object.entries(rows).map(namedRow) };
}

function namedRow([name, row]: [string, CompatRow]) {
  const { aliases = [], after = '/{player}', subjectIn = upTo(1), size = '–', ...others } = row;
  const names = [name.toLowerCase(), ...aliases];
  return { ...others, names, path: `/${name}${after}`, subjectIn, size };
}

/** The first segment, if there are at most so many. */
export const upTo =
  (maxSegments: number) =>
  ({ pathValues }: CompatRequest): string | undefined =>
    pathValues.length > maxSegments ? undefined : pathValues[0];

export type CompatService = ReturnType<typeof defineService>;

/**
 * Parses a path of another service.
 * @param path decoded, without a leading slash
 * @throws {LineupError} `bad-request`, or `unknown-route` with the reason
 */
export function readCompat(
  service: CompatService,
  path: string,
  query: CompatQuery,
): CompatResponse {
  const response = readRows(service, path, query);
  if (response === null) throw new LineupError('unknown-route', offeredBy(service));
  const isPicture = response.kind === 'render' || response.kind === 'skin';
  return isPicture && service.takesAnyText ? { ...response, takesAnyText: true } : response;
}

/** Segments of the longest name of a route. */
const longestName = 3;

function readRows({ rows }: CompatService, path: string, query: CompatQuery) {
  const segments = path.split('/').filter((segment) => segment !== '');
  // Longer names first: no service has both `renders` and `renders/head`.
  for (let length = Math.min(longestName, segments.length); length > 0; length -= 1) {
    const name = segments.slice(0, length).join('/').toLowerCase();
    const row = rows.find(({ names }) => names.includes(name));
    if (row) return readRow(row, { ...pathValuesOf(segments.slice(length)), query });
  }
  return null;
}

/** Parses what follows the name of a row. */
export function readRow(
  { subjectIn, read }: CompatService['rows'][number],
  request: CompatRequest,
): CompatResponse | null {
  const subject = subjectIn(request);
  return subject === undefined ? null : read(subject, request);
}

/** What there is of a service, for who asks for anything else. */
function offeredBy({ host, rows }: CompatService): string {
  const paths = rows.filter((row) => !row.isAbsent).map(({ path }) => path.replace(/\?.*/, ''));
  return `${host} has nothing at this path here. There is ${paths.join(', ')}.`;
}

/** Of our formats, and of those of others; what we have no still picture of becomes PNG. */
const extensions: ReadonlySet<string> = new Set([...pictureFormats, 'jxl', 'jpg', 'jpeg', 'svg']);

/** The segments after a name, and the file extension of the last. */
function pathValuesOf(segments: readonly string[]) {
  const last = segments.at(-1) ?? '';
  const ending = /\.[^.]*$/.exec(last)?.[0] ?? '';
  const suffix = extensions.has(ending.slice(1).toLowerCase()) ? ending : '';
  const bare = last.slice(0, last.length - suffix.length);
  return { pathValues: segments.length === 0 ? [] : [...segments.slice(0, -1), bare], suffix };
}
