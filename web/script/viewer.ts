import {
  AmbientLight,
  AnimationMixer,
  CanvasTexture,
  DirectionalLight,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  ShaderChunk,
  Vector3,
  WebGLRenderer,
  type AnimationAction,
  type Object3D,
} from 'three';
import { GLTFLoader, type GLTF } from 'three/addons/loaders/GLTFLoader.js';

// A model of a player on a canvas. Draws only while something moves, and nothing off screen.

// Where a face covers a part of a pixel, its colour is that of the covered part, not of the texel beside it.
for (const name of ['uv_pars_vertex', 'uv_pars_fragment'] as const) {
  ShaderChunk[name] = ShaderChunk[name].replace('varying vec2 vMapUv', 'centroid $&');
}

const verticalDegrees = 35;
/** Air around all that the figure does. */
const margin = 1.1;
const fadeSeconds = 0.3;
/** After a pause, a motion goes on where it was. */
const longestStepSeconds = 0.1;
/** Half the depth of the ground that is seen, in metres. */
const groundMetres = 0.85;
/** At the highest zoom the face is in the middle. */
const faceMetres = 1.6;
export const highestZoom = 4;

export type View = {
  /** To the player's left, seen from above. */
  readonly yawDegrees: number;
  readonly pitchDegrees: number;
  /** 1 shows all of it. */
  readonly zoom: number;
};

export type Viewer = {
  /** @param isEased whether it gets there little by little */
  show(view: View, isEased: boolean): void;
  /** Plays the motion of this name from its beginning; stands still if there is none. */
  play(motion: string): void;
  pause(isPaused: boolean): void;
};

/** Where the ground begins and ends, as fractions of the height of what is around the canvas. */
type Ground = { readonly far: number; readonly near: number };

/**
 * Shows a model; `null` if the browser has no WebGL. All of it has room in the element around the canvas,
 * which may be larger, so that what is zoomed ends nowhere in between.
 * @param glb binary glTF: metres, y up, facing +z
 * @throws if the model is unreadable
 */
export async function createViewer(
  canvas: HTMLCanvasElement,
  glb: ArrayBuffer,
  grounded: (ground: Ground) => void,
): Promise<Viewer | null> {
  const context = canvas.getContext('webgl2', { antialias: true });
  if (context === null) return null;
  const model = await new GLTFLoader().parseAsync(glb, '');
  const renderer = new WebGLRenderer({ canvas, context, alpha: true });
  const mixer = new AnimationMixer(model.scene);
  const size = measure(model, mixer);
  const camera = new PerspectiveCamera(verticalDegrees, 1, 0.1, 100);
  const scene = lit(model.scene, camera);
  let [shown, goal]: [View, View] = [start, start];
  let action: AnimationAction | null = null;
  let [isPaused, isVisible, plannedId, fadingSeconds, beforeMs] = [false, true, 0, 0, 0];

  function plan(): void {
    if (isVisible) plannedId ||= requestAnimationFrame(draw);
  }
  function draw(nowMs: number): void {
    const seconds = Math.min(longestStepSeconds, (nowMs - beforeMs) / 1000);
    [plannedId, beforeMs] = [0, nowMs];
    shown = between(shown, goal, 1 - Math.exp(-14 * seconds));
    if (!isPaused) mixer.update(seconds);
    fadingSeconds -= seconds;
    aim(camera, shown, size);
    grounded(groundOf(canvas, camera, shown));
    renderer.render(scene, camera);
    if (shown !== goal || (!isPaused && (action !== null || fadingSeconds > 0))) plan();
  }
  new ResizeObserver(() => {
    fit(renderer, camera);
    // At once: a canvas that was resized is empty.
    cancelAnimationFrame(plannedId);
    draw(performance.now());
  }).observe(canvas);
  new IntersectionObserver(([entry]) => {
    isVisible = entry?.isIntersecting === true;
    plan();
  }).observe(canvas);
  canvas.addEventListener('webglcontextrestored', plan);
  return {
    show: (view, isEased) => {
      goal = view;
      if (!isEased) shown = view;
      plan();
    },
    play: (motion) => {
      const clip = model.animations.find(({ name }) => name === motion);
      action?.fadeOut(fadeSeconds);
      action =
        clip === undefined ? null : mixer.clipAction(clip).reset().fadeIn(fadeSeconds).play();
      fadingSeconds = 2 * fadeSeconds;
      plan();
    },
    pause: (isPausedNow) => {
      isPaused = isPausedNow;
      plan();
    },
  };
}

/** Draws as large as the canvas is. */
function fit(renderer: WebGLRenderer, camera: PerspectiveCamera): void {
  const canvas = renderer.domElement;
  const { clientWidth, clientHeight } = canvas;
  const room = roomOf(canvas);
  renderer.setPixelRatio(Math.min(2, devicePixelRatio));
  renderer.setSize(clientWidth, clientHeight, false);
  camera.aspect = clientWidth / room.height;
  camera.setViewOffset(clientWidth, room.height, 0, -room.top, clientWidth, clientHeight);
}

/** As pictures show players: a little from their right and from above. */
export const start: View = { yawDegrees: -27, pitchDegrees: 8, zoom: 1 };

/** What is near enough is there. */
function between(from: View, to: View, part: number): View {
  const yaw = to.yawDegrees - from.yawDegrees;
  const pitch = to.pitchDegrees - from.pitchDegrees;
  const zoom = to.zoom - from.zoom;
  if (Math.abs(yaw) + Math.abs(pitch) + 50 * Math.abs(zoom) < 0.1) return to;
  return {
    yawDegrees: from.yawDegrees + yaw * part,
    pitchDegrees: from.pitchDegrees + pitch * part,
    zoom: from.zoom + zoom * part,
  };
}

/** A cylinder on the ground, in metres, which no motion leaves. */
type Size = { readonly radius: number; readonly height: number };

/** Looks at some points of the model at some moments of its motions. */
function measure({ scene, animations }: GLTF, mixer: AnimationMixer): Size {
  let [radius, height] = [0, 0];
  const point = new Vector3();
  const look = (): void => {
    scene.updateMatrixWorld(true);
    scene.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      const { count } = part.geometry.getAttribute('position');
      for (let index = 0; index < count; index += Math.ceil(count / 400)) {
        part.getVertexPosition(index, point).applyMatrix4(part.matrixWorld);
        radius = Math.max(radius, Math.hypot(point.x, point.z));
        height = Math.max(height, point.y);
      }
    });
  };
  look();
  for (const clip of animations) {
    const action = mixer.clipAction(clip).play();
    for (let moment = 0; moment < 6; moment++) {
      mixer.setTime((clip.duration * moment) / 6);
      look();
    }
    action.stop();
  }
  mixer.setTime(0);
  return { radius, height };
}

/** The light comes along with the camera, so that the side that is looked at is bright. */
function lit(figure: Object3D, camera: PerspectiveCamera): Scene {
  figure.traverse((part) => {
    if (!(part instanceof Mesh) || !(part.material instanceof MeshBasicMaterial)) return;
    // Bounds are those of the resting figure, which a motion may leave.
    part.frustumCulled = false;
    const { map, color, opacity, transparent, alphaTest, side, depthWrite } = part.material;
    const own = { map, color, opacity, transparent, alphaTest, side, depthWrite };
    part.material = new MeshLambertMaterial({ ...own, flatShading: true });
  });
  const sun = new DirectionalLight(0xffffff, 0.6 * Math.PI);
  sun.position.set(1.5, 4, 5);
  camera.add(sun, sun.target);
  sun.target.position.set(0, 0, -1);
  return new Scene().add(figure, shadow(), camera, new AmbientLight(0xffffff, 0.5 * Math.PI));
}

/** A soft round shadow on the ground. */
function shadow(): Mesh {
  const sizePx = 64;
  const canvas = Object.assign(document.createElement('canvas'), { width: sizePx, height: sizePx });
  const context = canvas.getContext('2d');
  if (context !== null) {
    const half = sizePx / 2;
    const gradient = context.createRadialGradient(half, half, 0, half, half, half);
    for (const [stop, opacity] of [
      [0, 0.5],
      [0.5, 0.3],
      [1, 0],
    ] as const) {
      gradient.addColorStop(stop, `rgb(0 0 0 / ${opacity})`);
    }
    context.fillStyle = gradient;
    context.fillRect(0, 0, sizePx, sizePx);
  }
  const map = new CanvasTexture(canvas);
  const material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
  const disc = new Mesh(new PlaneGeometry(1.35, 1), material);
  disc.rotateX(-Math.PI / 2);
  // A second layer reaches below the ground that the figure stands on.
  disc.position.y = -0.035;
  // Below the figure where both are.
  disc.renderOrder = -1;
  return disc;
}

/** Where from, seen from above; as long as 1. */
function towards({ yawDegrees }: View): Vector3 {
  return new Vector3(0, 0, 1).applyAxisAngle(up, (yawDegrees * Math.PI) / 180);
}

const up = new Vector3(0, 1, 0);

function aim(camera: PerspectiveCamera, view: View, { radius, height }: Size): void {
  const halfVertical = Math.tan((verticalDegrees * Math.PI) / 360);
  const halfAcross = Math.atan(halfVertical * camera.aspect);
  const farEnough = Math.max(
    radius / 2 + (height / 2 / halfVertical) * margin,
    (radius / Math.sin(halfAcross)) * margin,
  );
  const pitch = (view.pitchDegrees * Math.PI) / 180;
  const closeness = (view.zoom - 1) / (highestZoom - 1);
  const target = up.clone().multiplyScalar(height / 2 + (faceMetres - height / 2) * closeness);
  const distance = farEnough / view.zoom;
  camera.position
    .copy(target)
    .addScaledVector(towards(view), distance * Math.cos(pitch))
    .addScaledVector(up, distance * Math.sin(pitch));
  camera.lookAt(target);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}

/** Where the canvas has room for all of the model, in pixels. */
function roomOf({ offsetTop, parentElement }: HTMLElement) {
  return { top: -offsetTop, height: Math.max(1, parentElement?.clientHeight ?? 1) };
}

function groundOf(canvas: HTMLElement, camera: PerspectiveCamera, view: View): Ground {
  const { top, height } = roomOf(canvas);
  const at = (metres: number): number => {
    const { y } = towards(view).multiplyScalar(metres).project(camera);
    return ((0.5 - y / 2) * canvas.clientHeight - top) / height;
  };
  return { far: at(-groundMetres), near: at(groundMetres) };
}
