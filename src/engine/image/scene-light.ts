/** In the camera's axes: right, up, to the eye. */
type Direction = readonly [right: number, up: number, toEye: number];

/** Red, green, blue; 1 is a full channel. */
export type Tint = readonly [red: number, green: number, blue: number];

/** The light of a place. Directions are in the camera's axes: right, up, to the eye. */
export type SceneLight = {
  /** Where the main light comes from. */
  readonly key: Direction;
  /** What white is in the main light, and away from it. */
  readonly lit: Tint;
  readonly shade: Tint;
  /** What black is: light that comes from everywhere, added to all colours. */
  readonly ambient: Tint;
  /** Lights from behind or beside, added to the sides and edges that face them. */
  readonly rims: readonly { readonly from: Direction; readonly colour: Tint }[];
};
