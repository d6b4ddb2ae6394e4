import { LRUCache } from 'lru-cache';
import { momentIn } from '../options/animation.ts';
import type { SceneOrder } from '../options/scene-order.ts';
import type { SheetBytes } from '../options/order.ts';
import { isRareScene, sceneKey, shapedSceneKey } from './plan-keys.ts';
import type { PlanStore } from './plan-store.ts';
import type { OrderOf, TaskMessage, TaskName, TaskReply } from './tasks.ts';

/** Number of recently drawn scenes: the plans of one that is requested again are cached. */
const mostScenesSeen = 1000;
/** Number of recent skins whose figures are known to have a shape. */
const mostShapes = 1000;
/** Number of recent animations of groups whose plans are known. */
const mostGroups = 100;

export function createPlanLookup(plans: PlanStore) {
  const seen = new LRUCache<string, true>({ max: mostScenesSeen });
  const groups = new LRUCache<string, Set<string>>({ max: mostGroups });
  const shapes = new LRUCache<string, string>({ max: mostShapes });

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
  function groupKey(whole: SceneOrder): string {
    const { skins, capes: _capes, pictures: _pictures, ...order } = whole;
    const figures = order.figures.map((figure) => ({ ...figure, label: '', caption: '', skin: 0 }));
    const group = { ...order, figures, animation: null, sprites: null, title: '', subtitle: '' };
    return JSON.stringify([group, shapesOf(skins)]);
  }

  function ofGroup(order: SceneOrder) {
    const scenes = [...(groups.get(groupKey(order)) ?? [])];
    return { plans: scenes.flatMap((scene) => plans.find(scene)), keep: true };
  }

  return {
    /** The available plans go along, and whether new ones are worth storing. */
    messageOf: <Name extends TaskName>(name: Name, order: OrderOf<Name>): TaskMessage<Name> => {
      if (isGroupAnimation(order)) return { name, order, ...ofGroup(order) };
      // The plans of another scene are known only after layout; workers cache recent ones.
      const figure = figureIn(order);
      if (figure === null) return { name, order, plans: [], keep: false };
      return { name, order, ...ofFigure(figure, skinsIn(order)) };
    },
    /**
     * Remembers what is known only afterwards: the shapes that skins give their figures, and which plans the
     * animation of a group needs after its layout.
     */
    noteReply: (
      order: OrderOf<TaskName>,
      { compiled, shapes: found }: Pick<TaskReply<TaskName>, 'compiled' | 'shapes'>,
    ): void => {
      for (const { revision, shape } of found) shapes.set(revision, shape);
      if (!isGroupAnimation(order) || compiled.length === 0) return;
      const key = groupKey(order);
      const scenes = groups.get(key) ?? new Set();
      for (const { scene } of compiled) scenes.add(scene);
      groups.set(key, scenes);
    },
  };
}

type Figure = Parameters<typeof sceneKey>[0];

/**
 * The figure of a single picture or row. A frame that is ordered alone, of an animation that does not keep all, is
 * taken for another one, so that its plan is compiled again.
 */
function figureIn(order: OrderOf<TaskName>): Figure | null {
  if (!('renderType' in order)) return null;
  if (!('skin' in order)) return order;
  const { animation, motion, ...figure } = order;
  const at = { step: 'step' in order ? order.step : 1, frame: animation?.frame ?? 0 };
  return { ...figure, motion: animation && motion ? momentIn(animation, motion, at) : null };
}

function isGroupAnimation(order: OrderOf<TaskName>): order is SceneOrder & OrderOf<TaskName> {
  return 'animation' in order && 'figures' in order && Boolean(order.animation);
}

function skinsIn(order: OrderOf<TaskName>): readonly SheetBytes[] {
  if ('skin' in order) return [order.skin];
  return 'sheets' in order ? order.sheets : [];
}
