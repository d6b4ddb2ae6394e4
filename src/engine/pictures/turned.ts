import { blendOver, asSignedWords, createImage, type RgbaImage } from '../image/canvas.ts';

/** Where the middle of a picture is put, and how far it is turned clockwise. */
export type Turned = { readonly xPx: number; readonly yPx: number; readonly turnDegrees: number };

/** The direction of a turned picture, and how far it reaches from its middle with so much more around it. */
function reachOf({ turnDegrees }: Turned, [widthPx, heightPx]: readonly number[], morePx: number) {
  const angle = (turnDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [halfWidth, halfHeight] = [widthPx! / 2 + morePx, heightPx! / 2 + morePx];
  const across = halfWidth * Math.abs(cos) + halfHeight * Math.abs(sin);
  const down = halfWidth * Math.abs(sin) + halfHeight * Math.abs(cos);
  return { cos, sin, across, down };
}

/** The pixels of a picture around a point. */
function partOf(target: RgbaImage, { xPx, yPx }: Turned, across: number, down: number) {
  return {
    left: Math.max(0, Math.floor(xPx - across)),
    right: Math.min(target.widthPx, Math.ceil(xPx + across)),
    top: Math.max(0, Math.floor(yPx - down)),
    bottom: Math.min(target.heightPx, Math.ceil(yPx + down)),
  };
}

/** Blends a picture over another one, turned around its middle, with smooth edges. */
export function blendTurned(target: RgbaImage, source: RgbaImage, place: Turned): void {
  const { xPx, yPx, turnDegrees } = place;
  const { widthPx, heightPx } = source;
  if (turnDegrees === 0) {
    blendOver(target, source, Math.round(xPx - widthPx / 2), Math.round(yPx - heightPx / 2));
    return;
  }
  const { cos, sin, across, down } = reachOf(place, [widthPx, heightPx], 1);
  const { left, right, top, bottom } = partOf(target, place, across, down);
  const words = asSignedWords(source);
  const corners = new Int32Array(4);
  const row = createImage(right - left, 1);
  const into = asSignedWords(row);
  for (let y = top; y < bottom; y++) {
    into.fill(0);
    const besidePx = left + 0.5 - xPx;
    const belowPx = y + 0.5 - yPx;
    // Where the middle of a pixel is in the source, whose pixels have theirs at halves.
    let fromX = besidePx * cos + belowPx * sin + widthPx / 2 - 0.5;
    let fromY = belowPx * cos - besidePx * sin + heightPx / 2 - 0.5;
    for (let x = 0; x < into.length; x++, fromX += cos, fromY -= sin) {
      if (fromX <= -1 || fromY <= -1 || fromX >= widthPx || fromY >= heightPx) continue;
      const [column, line] = [Math.floor(fromX), Math.floor(fromY)];
      const [toRight, toBottom] = [fromX - column, fromY - line];
      const at = line * widthPx + column;
      const [hasLeft, hasRight] = [column >= 0, column + 1 < widthPx];
      const [hasTop, hasBottom] = [line >= 0, line + 1 < heightPx];
      corners[0] = hasTop && hasLeft ? words[at]! : 0;
      corners[1] = hasTop && hasRight ? words[at + 1]! : 0;
      corners[2] = hasBottom && hasLeft ? words[at + widthPx]! : 0;
      corners[3] = hasBottom && hasRight ? words[at + widthPx + 1]! : 0;
      into[x] = between(corners, toRight, toBottom);
    }
    blendOver(target, row, left, y);
  }
}

/** The word between four: from left to right, then those below. Most are opaque. */
function between(corners: Int32Array, right: number, down: number): number {
  const [a, b, c, d] = [corners[0]!, corners[1]!, corners[2]!, corners[3]!];
  if (a === b && b === c && c === d) return a;
  const shareD = right * down;
  const [shareB, shareC] = [right - shareD, down - shareD];
  const shareA = 1 - right - down + shareD;
  const alphas = [a >>> 24, b >>> 24, c >>> 24, d >>> 24] as const;
  const [weightA, weightB] = [shareA * alphas[0], shareB * alphas[1]];
  const [weightC, weightD] = [shareC * alphas[2], shareD * alphas[3]];
  const sum = weightA + weightB + weightC + weightD;
  if (sum < 0.5) return 0;
  const channel = (at: number): number =>
    ((((a >>> at) & 255) * weightA +
      ((b >>> at) & 255) * weightB +
      ((c >>> at) & 255) * weightC +
      ((d >>> at) & 255) * weightD) /
      sum +
      0.5) |
    0;
  return (Math.round(sum) << 24) | (channel(16) << 16) | (channel(8) << 8) | channel(0);
}

/** A soft shadow: how far it reaches, and how dark it is at the edge of what throws it. */
export type SoftShadow = { readonly reachPx: number; readonly opacity: number };

/** Darkens a picture around a turned rectangle; what is below the rectangle itself stays as it is. */
export function shadeAround(
  target: RgbaImage,
  [widthPx, heightPx]: readonly [widthPx: number, heightPx: number],
  place: Turned,
  { reachPx, opacity }: SoftShadow,
): void {
  const { xPx, yPx } = place;
  const { cos, sin, across, down } = reachOf(place, [widthPx, heightPx], reachPx);
  const { left, right, top, bottom } = partOf(target, place, across, down);
  const [halfWidth, halfHeight] = [widthPx / 2, heightPx / 2];
  const shade = createImage(right - left, 1);
  const into = asSignedWords(shade);
  for (let y = top; y < bottom; y++) {
    const belowPx = y + 0.5 - yPx;
    for (let x = 0; x < into.length; x++) {
      const besidePx = left + x + 0.5 - xPx;
      const outX = Math.abs(besidePx * cos + belowPx * sin) - halfWidth;
      const outY = Math.abs(belowPx * cos - besidePx * sin) - halfHeight;
      const awayPx =
        outX > 0 && outY > 0 ? Math.sqrt(outX * outX + outY * outY) : Math.max(outX, outY);
      const share = awayPx < -2 * reachPx ? 0 : Math.min(1, Math.max(0, 1 - awayPx / reachPx));
      into[x] = Math.round(share * share * opacity * 255) << 24;
    }
    blendOver(target, shade, left, y);
  }
}
