/** Position of a figure in its picture, and the top of its name, in pixels of the picture. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly nameTop: number;
};

/** The metadata is at the end of the file. */
const maxBytes = 2048;

/** The figures of a picture, in order, from its metadata; empty if it has none. */
export async function boxesIn(picture: Blob): Promise<readonly Box[]> {
  const end = await picture.slice(-maxBytes).text();
  const figures = /lineup:figures="([\d, -]*)"/.exec(end)?.[1] ?? '';
  return figures.split(' ').flatMap((figure) => {
    const [left, top, width, height, nameTop] = figure.split(',').map(Number);
    if (left === undefined || top === undefined || width === undefined) return [];
    if (height === undefined || nameTop === undefined) return [];
    return [{ left, top, width, height, nameTop }];
  });
}
