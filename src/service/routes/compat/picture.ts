import type { Static } from 'typebox';
import type { RenderQuery } from '../../../engine/options/request-schemas.ts';
import type { PlayerResponse } from '../player-info/schema.ts';
import type { ListedLines, StatusResponse } from '../server-status/schema.ts';
import type { WidgetOptions } from '../../../engine/cards/palette.ts';
import type { Edition } from '../../../upstreams/game-servers/target.ts';
import type { CacheState } from '../../http/responses.ts';
import type { compatQuery } from './schema.ts';
import type { SheetForm } from '../player-info/service.ts';
import type { Crop } from '../../../engine/figure/camera/crops.ts';
import type { RenderType } from '../../../engine/figure/render-types.ts';
import type { BoxPx } from '../../../engine/options/spec.ts';

/** A request to another service in our own terms. */
export type CompatResponse = CompatPicture | CompatStatus | CompatProfile | DefaultIcon;

/** The icon of a server that has none. */
type DefaultIcon = { readonly kind: 'default-icon' };

/** The status of a game server, in the form of another service. */
export type CompatStatus = {
  readonly kind: 'status';
  readonly server: {
    readonly edition: Edition;
    readonly host: string;
    /** Where the request names it; in the path by default. */
    readonly fieldPath?: string;
    readonly query?: boolean;
    /** Seconds. */
    readonly timeout?: number;
  };
  readonly form:
    | { readonly kind: 'json'; readonly write: WriteStatus; readonly indent?: number }
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
export type WriteStatus = (status: StatusResponse, facts: StatusFacts) => object;

type StatusFacts = {
  readonly cache: CacheState;
  /** The sample with its lines that are no players. */
  readonly listed: ListedLines;
};

/** The profile of a player, in the form of another service. */
export type CompatProfile = {
  readonly kind: 'profile';
  readonly player: string;
  /** A text is sent as plain text. */
  readonly write: (profile: AccountProfile, facts: ProfileFacts) => object | string;
  readonly indent?: number;
  /** Whether `write` needs the sheets. */
  readonly hasSheets?: true;
  /** What the original sent for an unknown player; by default our own error. */
  readonly unknown?: { readonly status: 200 | 400 | 404; readonly body: object | string };
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

export type CompatRender = {
  readonly looks: Looks;
  /** The exact size of the picture; `null` if only its height is fixed. */
  readonly box: BoxPx | null;
  /** The options of our own endpoint. */
  readonly options: RenderQuery;
};

/** A figure of a player, for our own renderer. */
export type CompatFigure = CompatRender & {
  readonly player: string;
  readonly takesAnyText?: boolean;
  /** The URL of a skin to draw instead of the player's. */
  readonly skinUrl?: string;
};

/** A picture of another service, by all its names; the first is used in the documentation. */
export type Look = {
  readonly names: readonly [string, ...string[]];
  readonly shows: string;
  readonly looks: Looks;
};

/** A parsed request to another service. */
export type CompatRequest = {
  /** The segments after the route's name, without the file extension of the last. */
  readonly pathValues: readonly string[];
  /** File extension in lower case, without the dot; empty if there is none … */
  readonly extension: string;
  /** … and as it was sent, with the dot. */
  readonly suffix: string;
  readonly query: CompatQuery;
};

/** A switch without a value, such as `?overlay`, is an empty string. */
export type CompatQuery = Readonly<Static<typeof compatQuery>>;

/** A route of another service. */
export type CompatRow = {
  /** As in the service's documentation. */
  readonly path: string;
  /** What it shows, and how that differs from the original. */
  readonly shows: string;
  readonly size: string;
  /** Whether the original has it, and we do not. */
  readonly isAbsent?: true;
  /** `null` if the path does not exist after all. Throws LineupError `bad-request`. */
  readonly read: (request: CompatRequest) => CompatResponse | null;
};

/** By all names of a route, in lower case. */
export type CompatRows = Readonly<Record<string, CompatRow>>;
