import { byId } from './dom.ts';
import { enableFiles } from './files.ts';
import { enableOnPicture, type Handlers } from './on-picture.ts';
import { enableReordering } from './reorder.ts';

// What is done by hand: on the picture, with the order of players, with files. Loaded after the first picture.

export function enableHands(form: HTMLElement, handlers: Handlers): void {
  enableOnPicture(handlers);
  enableReordering(byId('slots'), handlers.slots, handlers.changed);
  enableFiles(form, handlers);
  void import('./view-link.ts').then(({ enableViewLink }) => enableViewLink());
  // For those who act as fast as a machine.
  form.dataset['ready'] = '';
}
