import type { CachePolicy } from './cache-headers.ts';
import type { ErrorCode } from '../../common/errors/lineup-error.ts';

/**
 * The documentation of a route besides its schemas. The OpenAPI document, the reference pages, the live
 * examples and the tests that run them are made from this.
 */
export type RouteDocs = {
  /** `operationId` in OpenAPI: a verb and its object, unique. */
  readonly id: string;
  /** What it does, in one line without a full stop. */
  readonly summary: string;
  /** Paragraphs, with `code` in backticks. */
  readonly description: readonly string[];
  /** Catalogue codes of its errors, besides those of every route. */
  readonly errors: readonly ErrorCode[];
  /** How long a response may be cached, `render` by default. */
  readonly caching?: CachePolicy;
  /** Additional headers of successful responses, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Known values of path parameters, if the schema accepts others so that the service can refuse them
   * in its own way (another status, or after the query override).
   */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** At least one; the first represents the route where there is room for one only. */
  readonly examples: readonly RouteExample[];
};

/** A request that can be shown, copied and run. */
export type RouteExample = {
  /** What it shows, in one line without a full stop. */
  readonly title: string;
  /** What its picture says to those who cannot see it; by default the title. */
  readonly alt?: string;
  /** A value for every path parameter. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, ExampleValue>>;
  readonly body?: unknown;
  /** Files of the reader in place of a body. */
  readonly upload?: Upload;
  /** Shown but never run: it needs something that only the reader has. */
  readonly isRunnable?: false;
  /** The picture is a small texture, shown enlarged. */
  readonly isTexels?: true;
  /** The picture has a scene behind it, so that it needs no ground of its own. */
  readonly isScene?: true;
  /** Size of the response's picture, to reserve its space. */
  readonly size?: PictureSize;
  /** A sample response on paper: that of the response schema, or a prepared picture. */
  readonly sample?: 'response' | SamplePicture;
};

export type PictureSize = { readonly widthPx: number; readonly heightPx: number };

/** A file of `web/art/`. */
export type SamplePicture =
  | `${'server' | 'game' | 'group'}-card.png`
  | `${'server' | 'game' | 'likes' | 'group'}-badge.svg`
  | 'cape.png'
  | 'roblox-scene.png';

export type ExampleValue = string | number | boolean | readonly string[];

/** A PNG file of the reader that is the whole body, or the PNG files of a form by field. */
export type Upload = string | Readonly<Record<string, string>>;
