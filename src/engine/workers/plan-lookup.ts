import { LRUCache } from 'lru-cache';
import { momentIn } from '../options/animation.ts';
import type { SheetBytes, SceneJob } from '../options/jobs.ts';
import { isRareScene, sceneKey, shapedSceneKey } from './plan-keys.ts';
import type { PlanStore } from './plan-store.ts';
import type { JobOf, TaskMessage, TaskName, TaskReply } from './tasks.ts';

/** Number of recently drawn scenes: the plans of one that is requested again are cached. */
const maxScenesSeen = 1000;
/** Number of recent skins whose figures are known to have a shape. */
const maxShapes = 1000;
/** Number of recent animations of groups whose plans are known. */
const maxGroups = 100;

export function createPlanLookup(plans: PlanStore) {
  const seen = new LRUCache<string, true>({ max: maxScenesSeen });
  const groups = new LRUCache<string, Set<string>>({ max: maxGroups });
  const shapes = new LRUCache<string, string>({ max: maxShapes });

  function shapesOf(skins: readonly SheetBytes[]): readonly string[] {
    return [...new Set(skins.flatMap(({ revision }) => shapes.get(revision) ?? []))];
  }

  function ofFigure(figure: Figure, skins: readonly SheetBytes[]) {
    const scene = sceneKey(figure);
    const isCommonAnimation = Boolean(figure.motion) && !isRareScene(figure);
    // Most custom heights and angles are never requested again.
    const keep = isCommonAnimation || seen.has(scene);
    seen.set(scene, true);
    const scenes = [scene, ...shapesOf(skins).map((shape) => shapedSceneKey(scene, shape))];
    return { plans: scenes.flatMap((one) => plans.find(one)), keep };
  }

  /** Equal for groups that need the same plans, except that names change the size of figures a little. */
  function groupKey(whole: SceneJob): string {
    const { skins, capes: _capes, pictures: _pictures, ...job } = whole;
    const figures = job.figures.map((figure) => ({ ...figure, label: '', caption: '', skin: 0 }));
    const frame = { animation: null, sprites: null, memory: null };
    const group = { ...job, ...frame, figures, title: '', subtitle: '' };
    return JSON.stringify([group, shapesOf(skins)]);
  }

  function ofGroup(job: SceneJob) {
    const scenes = [...(groups.get(groupKey(job)) ?? [])];
    return { plans: scenes.flatMap((scene) => plans.find(scene)), keep: true };
  }

  return {
    /** The available plans go along, and whether new ones are worth storing. */
    messageOf: <Name extends TaskName>(name: Name, job: JobOf<Name>): TaskMessage<Name> => {
      if (isGroupAnimation(job)) return { name, job, ...ofGroup(job) };
      // The plans of another scene are known only after layout; workers cache recent ones.
      const figure = figureIn(job);
      if (figure === null) return { name, job, plans: [], keep: false };
      return { name, job, ...ofFigure(figure, skinsIn(job)) };
    },
    /**
     * Remembers what is known only afterwards: the shapes that skins give their figures, and which plans the
     * animation of a group needs after its layout.
     */
    noteReply: (
      job: JobOf<TaskName>,
      { compiled, shapes: found }: Pick<TaskReply<TaskName>, 'compiled' | 'shapes'>,
    ): void => {
      for (const { revision, shape } of found) shapes.set(revision, shape);
      if (!isGroupAnimation(job) || compiled.length === 0) return;
      const key = groupKey(job);
      const scenes = groups.get(key) ?? new Set();
      for (const { scene } of compiled) scenes.add(scene);
      groups.set(key, scenes);
    },
  };
}

type Figure = Parameters<typeof sceneKey>[0];

/**
 * The figure of a single picture or row. A frame that is requested alone, of an animation that does not keep all, is
 * taken for another one, so that its plan is compiled again.
 */
function figureIn(job: JobOf<TaskName>): Figure | null {
  if (!('renderType' in job)) return null;
  if (!('skin' in job)) return job;
  const { animation, motion, ...figure } = job;
  const at = { step: 'step' in job ? job.step : 1, frame: animation?.frame ?? 0 };
  return { ...figure, motion: animation && motion ? momentIn(animation, motion, at) : null };
}

function isGroupAnimation(job: JobOf<TaskName>): job is SceneJob & JobOf<TaskName> {
  return 'animation' in job && 'figures' in job && Boolean(job.animation);
}

function skinsIn(job: JobOf<TaskName>): readonly SheetBytes[] {
  if ('skin' in job) return [job.skin];
  return 'sheets' in job ? job.sheets : [];
}
