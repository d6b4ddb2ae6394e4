/** A request for display. */
export type ShownRequest = {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  /** A `picture` is saved to a file, `text` is printed. */
  readonly answer: 'picture' | 'text';
  readonly fileName: string;
  readonly alt: string;
  /** Reserves the picture's space on a page. */
  readonly size?: { readonly widthPx: number; readonly heightPx: number };
};
