/** A request as it is shown to people. */
export type ShownRequest = {
  readonly method: string;
  /** Whole address. */
  readonly url: string;
  readonly body?: unknown;
  /** `picture` is saved to a file, `text` is printed. */
  readonly answer: 'picture' | 'text';
  /** Name of the file that a picture is saved to. */
  readonly fileName: string;
  /** What the picture shows, for those who can't see it. */
  readonly alt: string;
  /** Keeps the picture's place on a page until it has come. */
  readonly size?: { readonly widthPx: number; readonly heightPx: number };
};
