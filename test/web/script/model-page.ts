import {
  AnimationMixer,
  LoopRepeat,
  Matrix4,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
  type AnimationClip,
  type Object3D,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/** How a model is shown: matrices column by column, and the moment of one of its animations. */
type Shown = {
  readonly view: readonly number[];
  readonly projection: readonly number[];
  readonly widthPx: number;
  readonly heightPx: number;
  readonly motion: string | null;
  readonly phase: number;
};

let renderer: WebGLRenderer | undefined;

/** Draws a model with three.js. @returns its pixels, row by row from the top, as a data URL of a PNG */
async function showModel(base64: string, shown: Shown): Promise<string> {
  const { widthPx, heightPx, motion, phase } = shown;
  renderer ??= new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  renderer.setSize(widthPx, heightPx, false);
  renderer.setClearColor(0, 0);
  const file = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const { scene: model, animations } = await new GLTFLoader().parseAsync(file.buffer, '');
  const scene = new Scene().add(model);
  if (motion !== null) pose(model, animations, { motion, phase });
  const camera = new PerspectiveCamera();
  camera.matrixAutoUpdate = false;
  camera.matrixWorldInverse.fromArray([...shown.view]);
  camera.matrix.copy(camera.matrixWorldInverse).invert();
  camera.matrixWorld.copy(camera.matrix);
  camera.projectionMatrix.copy(new Matrix4().fromArray([...shown.projection]));
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
  renderer.render(scene, camera);
  return renderer.domElement.toDataURL();
}

function pose(
  model: Object3D,
  animations: readonly AnimationClip[],
  { motion, phase }: { readonly motion: string; readonly phase: number },
): void {
  const clip = animations.find(({ name }) => name === motion);
  if (clip === undefined) throw new Error(`no animation is called ${motion}`);
  const mixer = new AnimationMixer(model);
  mixer.clipAction(clip).setLoop(LoopRepeat, Infinity).play();
  mixer.setTime(phase * clip.duration);
}

Object.assign(globalThis, { showModel });
