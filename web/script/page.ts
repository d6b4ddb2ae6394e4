import { enableComposer } from './composer.ts';
import { enableCopying } from './copy.ts';
import { byId } from './dom.ts';
import { watchFirst } from './first-player.ts';
import { createWhenNear, enableLaterPictures } from './later.ts';
import { untouchedIn } from './lineups.ts';
import { hideMissingPictures } from './missing.ts';
import { showHere } from './here.ts';
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
  whenNear(example, () => void showLive(example));
}
const composer = document.querySelector<HTMLFormElement>('#composer');
const isStarting = composer === null ? () => true : untouchedIn(composer);
if (composer !== null) {
  enableComposer(composer);
  const look = byId('look');
  const load = async (): Promise<void> => {
    const { enableThumbnails } = await import('./thumbnails.ts');
    enableThumbnails(look, { whenNear, isStarting, onFirst });
  };
  whenNear(look, () => void load());
}
const serverForm = document.querySelector<HTMLFormElement>('#server-form');
if (serverForm !== null) {
  serverForm.hidden = false;
  const load = async (): Promise<void> => {
    const { enableServerCard } = await import('./server-card.ts');
    enableServerCard(serverForm);
  };
  const start = loadWhenUsed(serverForm, { load, whenNear });
  // A link to a card.
  if (location.hash.includes('/')) start();
}
const gallery = document.querySelector<HTMLElement>('#gallery');
if (gallery !== null) {
  for (const part of gallery.querySelectorAll<HTMLElement>('#gallery-form, #moods, .pose-tools')) {
    part.hidden = false;
  }
  const load = async (): Promise<void> => {
    const { enableGallery } = await import('./gallery.ts');
    enableGallery(gallery, { whenNear, isStarting, onFirst });
  };
  loadWhenUsed(gallery, { load, whenNear });
}
if (document.querySelector('article .fold') !== null) {
  void import('./reference.ts').then(({ enableReference }) => enableReference());
}
if (document.querySelector('[data-moving]') !== null) {
  void import('./moving.ts').then(({ enableMoving }) => enableMoving(whenNear));
}

/** An example that is not a picture. */
async function showLive(example: HTMLElement): Promise<void> {
  const { runExample } = await import('./examples.ts');
  await runExample(example);
}
