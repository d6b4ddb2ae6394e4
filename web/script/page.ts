import { enableComposer } from './composer.ts';
import { enableCopying } from './copy.ts';
import { byId } from './dom.ts';
import { watchFirst } from './first-player.ts';
import { createWhenNear, enableLaterPictures } from './later.ts';
import { untouchedIn } from './lineups.ts';
import { hideMissingPictures } from './missing.ts';
import { enablePreferences } from './preferences.ts';
import { enableTabs } from './tabs.ts';
import { loadWhenUsed } from './when-used.ts';

// The script of all pages: activates what it finds on the current one. What is further down loads later.

hideMissingPictures();
enablePreferences();
showHere();
// Fonts that arrive later change the widths of what is before it.
void document.fonts.ready.then(showHere);
enableTabs();
enableCopying();
const whenNear = createWhenNear();
const onFirst = watchFirst();
enableLaterPictures(whenNear);
for (const example of document.querySelectorAll<HTMLElement>('[data-live]')) {
  whenNear(example, async () => (await import('./examples.ts')).runExample(example));
}
const composer = document.querySelector<HTMLFormElement>('#composer');
const isStarting = composer === null ? () => true : untouchedIn(composer);
if (composer !== null) {
  enableComposer(composer);
  const look = byId('look');
  whenNear(look, async () => {
    const { enableThumbnails } = await import('./thumbnails.ts');
    enableThumbnails(look, { whenNear, isStarting, onFirst });
  });
}
const serverForm = document.querySelector<HTMLFormElement>('#server-form');
if (serverForm !== null) {
  serverForm.hidden = false;
  const start = loadWhenUsed(serverForm, {
    load: async () => (await import('./server-card.ts')).enableServerCard(serverForm),
    whenNear,
  });
  // A link to a card.
  if (location.hash.includes('/')) start();
}
const gallery = document.querySelector<HTMLElement>('#gallery');
if (gallery !== null) {
  for (const part of gallery.querySelectorAll<HTMLElement>('#gallery-form, #moods, .pose-tools')) {
    part.hidden = false;
  }
  const row = { whenNear, isStarting, onFirst };
  loadWhenUsed(gallery, {
    load: async () => (await import('./gallery.ts')).enableGallery(gallery, row),
    whenNear,
  });
}
if (document.querySelector('article .fold') !== null) {
  void import('./reference.ts').then(({ enableReference }) => enableReference());
}
if (document.querySelector('[data-moving]') !== null) {
  void import('./moving.ts').then(({ enableMoving }) => enableMoving(whenNear));
}

/** If the list of reference pages scrolls, scrolls it to the current one, and nothing else. */
function showHere(): void {
  const here = document.querySelector('.side [aria-current]');
  const list = here?.closest('ul');
  if (!here || !list) return;
  const [link, line] = [here.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += link.top - line.top - (line.height - link.height) / 2;
  list.scrollLeft += link.left - line.left - (line.width - link.width) / 2;
}
