import type { OverlayStyle } from '../../../drawing/render-names.ts';
import type { MessageKey } from '../messages/messages.ts';

/** What the pages call the ways to draw the second layer. */
export const overlayNames = {
  flat: 'overlayFlat',
  raised: 'overlayRaised',
  none: 'overlayNone',
} as const satisfies Record<OverlayStyle, MessageKey>;
