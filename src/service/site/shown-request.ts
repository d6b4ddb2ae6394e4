import type { PictureSize, Upload } from '../http/route-docs.ts';

/** A request for display. */
export type ShownRequest = {
  readonly method: string;
  readonly url: string;
  /** A body of JSON. */
  readonly body?: unknown;
  /** Files in its place. */
  readonly upload?: Upload;
  /** A `picture` is shown or saved to a file, any other `file` saved, `text` printed. */
  readonly answer: 'picture' | 'file' | 'text';
  readonly fileName: string;
  readonly alt: string;
  /** Where a picture in somebody's page leads. */
  readonly link?: string;
  /** Reserves the picture's space on a page. */
  readonly size?: PictureSize;
};

export type Files = readonly (readonly [field: string, file: string])[];

/** What is written for each kind of body; a JSON body is given as text. */
type Bodies<T> = {
  readonly file?: (name: string) => T;
  readonly form: (files: Files) => T;
  readonly json?: (text: string) => T;
  readonly other: T;
};

export function ofBody<T>({ body, upload }: ShownRequest, bodies: Bodies<T>): T {
  const { file, form, json, other } = bodies;
  if (typeof upload === 'object') return form(Object.entries(upload));
  if (upload !== undefined) return file?.(upload) ?? other;
  return body === undefined ? other : (json?.(JSON.stringify(body)) ?? other);
}

type Line = string | false;

/** Lines of code, without those that are not needed. */
export function lines(...parts: readonly (Line | readonly Line[])[]): string {
  return parts
    .flat()
    .filter((line) => line !== false)
    .join('\n');
}

/** JSON strings are also valid in Java, C#, Go and Python. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** The languages for embedding a picture; without the code itself, which the pages load later. */
export const embedLanguages = ['html', 'wordpress', 'bbcode', 'markdown'] as const;
