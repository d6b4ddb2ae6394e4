import { byId } from './dom.ts';

/** Docks a small picture once the stage is scrolled out of view. */
export function enableDock(): void {
  const dock = byId('dock');
  let isStageGone = false;
  const parts = new Set<Element>();
  const update = (): void => {
    dock.hidden = !isStageGone || parts.size === 0;
    document.documentElement.classList.toggle('docked', !dock.hidden);
  };
  new IntersectionObserver(([entry]) => {
    if (entry === undefined) return;
    isStageGone = !entry.isIntersecting && entry.boundingClientRect.top < 0;
    update();
  }).observe(byId('cast'));
  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) parts.add(target);
      else parts.delete(target);
    }
    update();
  });
  for (const part of document.querySelectorAll('#bench, #gallery')) watcher.observe(part);
}
