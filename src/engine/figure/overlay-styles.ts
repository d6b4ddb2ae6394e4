/**
 * How the second layer is drawn: as boxes around those of the first, each texel as a small block on
 * them, or not at all, with the same framing as the boxes.
 */
export const overlayStyles = ['flat', 'raised', 'none'] as const;
export type OverlayStyle = (typeof overlayStyles)[number];
