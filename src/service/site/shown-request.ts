/** A request for display. */
export type ShownRequest = {
  readonly method: string;
  readonly url: string;
  /** A body of JSON. */
  readonly body?: unknown;
  /** Files in its place. */
  readonly upload?: Upload;
  /** A `picture` is saved to a file, `text` is printed. */
  readonly answer: 'picture' | 'text';
  readonly fileName: string;
  readonly alt: string;
  /** Reserves the picture's space on a page. */
  readonly size?: { readonly widthPx: number; readonly heightPx: number };
};

/** A PNG file of the reader that is the whole body, or the PNG files of a form by field. */
export type Upload = string | Readonly<Record<string, string>>;
