import type { ErrorCode } from '../../errors/catalogue.ts';
import type { CachePolicy } from '../../http/cache-headers.ts';

/**
 * What a route says about itself beyond its schemas. The OpenAPI document, the reference pages, the
 * live examples and the tests that run them are all made of this.
 */
export type RouteDocs = {
  /** `operationId` of OpenAPI: a verb and what it acts on, unlike that of any other route. */
  readonly id: string;
  /** What it does, in one line without a full stop. */
  readonly summary: string;
  /** Paragraphs, with `code` in backticks. */
  readonly description: readonly string[];
  /** Which errors of the catalogue it can end with, beside those that every route can. */
  readonly errors: readonly ErrorCode[];
  /** How long an answer may be kept … */
  readonly caching: CachePolicy;
  /** … and whether it carries an `ETag` and `X-Cache`, and answers `If-None-Match` with 304. */
  readonly hasValidator: boolean;
  /** Headers of good answers that no other route has, and what each says. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The values that there are for parameters of the path, where the schema lets others through for
   * the service to refuse in its own way (another status, or after the query had its say).
   */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** At least one; the first stands for the route wherever there is room for one only. */
  readonly examples: readonly RouteExample[];
};

/** A request that can be shown, copied and run. */
export type RouteExample = {
  /** What it shows, in one line without a full stop. */
  readonly title: string;
  /** A value for every parameter of the path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, ExampleValue>>;
  readonly body?: unknown;
  /** Shown but never run: it would act on something that only its reader has. */
  readonly isOnPaper?: true;
  /** The picture is a small sheet of texels, and is shown enlarged. */
  readonly isTexels?: true;
  /** Of the picture that it answers with: its place is kept free until it is there. */
  readonly size?: PictureSize;
  /**
   * Stands there for one that is on paper, as a sample: the example in the schema of the answer, or
   * a picture that was drawn beforehand (`node scripts/draw-docs.ts`).
   */
  readonly sample?: 'answer' | SamplePicture;
};

export type PictureSize = { readonly widthPx: number; readonly heightPx: number };

/** A file of `web/art/`. */
export type SamplePicture = 'server-card.png' | 'cape.png';

export type ExampleValue = string | number | boolean | readonly string[];
