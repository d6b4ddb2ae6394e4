import {
  AnimationMixer,
  LoopRepeat,
  Matrix4,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
  type AnimationClip,
} from 'three';
import { GLTFLoader, type GLTF } from 'three/addons/loaders/GLTFLoader.js';

/** How a model is shown: matrices column by column, and the moment of one of its animations. */
type Shown = {
  readonly view: readonly number[];
  readonly projection: readonly number[];
  readonly widthPx: number;
  readonly heightPx: number;
  readonly motion: string | null;
  readonly phase: number;
};

/** WebGL smooths edges, but not texels: drawn larger, then reduced, those are smooth, too. */
const samples = 2;

let renderer: WebGLRenderer | undefined;
let loaded: Pick<GLTF, 'scene' | 'animations'> | undefined;

async function loadModel(base64: string): Promise<void> {
  const file = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  loaded = await new GLTFLoader().parseAsync(file.buffer, '');
}

/** Draws the loaded model with three.js. @returns its pixels as base64: RGBA, row by row from the top */
function showModel({ widthPx, heightPx, motion, phase, view, projection }: Shown): string {
  if (loaded === undefined) throw new Error('there is no model');
  renderer ??= new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  renderer.setSize(widthPx * samples, heightPx * samples, false);
  renderer.setClearColor(0, 0);
  const mixer = new AnimationMixer(loaded.scene);
  if (motion !== null) pose(mixer, loaded.animations, { motion, phase });
  const camera = new PerspectiveCamera();
  camera.matrixAutoUpdate = false;
  camera.matrixWorldInverse.fromArray([...view]);
  camera.matrix.copy(camera.matrixWorldInverse).invert();
  camera.matrixWorld.copy(camera.matrix);
  camera.projectionMatrix.copy(new Matrix4().fromArray([...projection]));
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
  renderer.render(new Scene().add(loaded.scene), camera);
  // As it was before, for the next moment.
  mixer.stopAllAction();
  const pixels = halved(renderer.domElement, widthPx, heightPx);
  return btoa(Array.from(pixels, (byte) => String.fromCharCode(byte)).join(''));
}

/** A picture in half its size, each pixel the mean of four: RGBA, row by row from the top. */
function halved(large: HTMLCanvasElement, widthPx: number, heightPx: number): Uint8ClampedArray {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d');
  if (context === null) throw new Error('there is no canvas');
  context.drawImage(large, 0, 0, widthPx, heightPx);
  return context.getImageData(0, 0, widthPx, heightPx).data;
}

function pose(
  mixer: AnimationMixer,
  animations: readonly AnimationClip[],
  { motion, phase }: { readonly motion: string; readonly phase: number },
): void {
  const clip = animations.find(({ name }) => name === motion);
  if (clip === undefined) throw new Error(`no animation is called ${motion}`);
  mixer.clipAction(clip).setLoop(LoopRepeat, Infinity).play();
  mixer.setTime(phase * clip.duration);
}

Object.assign(globalThis, { loadModel, showModel });
