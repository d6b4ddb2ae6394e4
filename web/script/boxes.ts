/** Where a figure is in its picture, and the upper edge of its name: pixels of the picture. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly nameTop: number;
};

/** What the service writes into pictures of groups stands at their end. */
const mostBytes = 2048;

/** The figures of a picture as the service tells them in its metadata, in their order; none where it does not. */
export async function boxesIn(picture: Blob): Promise<readonly Box[]> {
  const end = await picture.slice(-mostBytes).text();
  const figures = /lineup:figures="([\d, -]*)"/.exec(end)?.[1] ?? '';
  return figures.split(' ').flatMap((figure) => {
    const [left, top, width, height, nameTop] = figure.split(',').map(Number);
    if (left === undefined || top === undefined || width === undefined) return [];
    if (height === undefined || nameTop === undefined) return [];
    return [{ left, top, width, height, nameTop }];
  });
}
