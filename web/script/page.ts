import { enableComposer } from './composer.ts';
import { enableCopying } from './copy.ts';
import { enableGallery } from './gallery.ts';
import { enableLiveExamples } from './live.ts';
import { createWhenNear, enableLaterPictures } from './later.ts';
import { untouchedIn } from './lineups.ts';
import { hideMissingPictures } from './missing.ts';
import { showHere } from './here.ts';
import { enablePreferences } from './preferences.ts';
import { enableServerCard } from './server-card.ts';
import { enableTabs } from './tabs.ts';
import { enableThumbnails } from './thumbnails.ts';

// The script of all pages: activates what it finds on the current one.

const parts = {
  composer: enableComposer,
  'server-form': enableServerCard,
} as const satisfies Record<string, (form: HTMLFormElement) => void>;

hideMissingPictures();
enablePreferences();
showHere();
// Fonts that arrive later change the widths of what is before it.
void document.fonts.ready.then(showHere);
enableTabs();
enableCopying();
enableLiveExamples();
const whenNear = createWhenNear();
enableLaterPictures(whenNear);
for (const [id, enable] of Object.entries(parts)) {
  const form = document.querySelector(`#${id}`);
  if (form instanceof HTMLFormElement) enable(form);
}
const gallery = document.querySelector<HTMLElement>('#gallery');
const composer = document.querySelector<HTMLFormElement>('#composer');
const isStarting = composer === null ? () => true : untouchedIn(composer);
enableThumbnails(whenNear, isStarting);
if (gallery !== null) enableGallery(gallery, { whenNear, isStarting });
