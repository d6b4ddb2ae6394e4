import type { OverlayStyle } from '../../../options/render-names.ts';
import type { MessageKey } from '../messages/messages.ts';

/** Names of the overlay styles on the pages. */
export const overlayNames = {
  flat: 'overlayFlat',
  raised: 'overlayRaised',
  none: 'overlayNone',
} as const satisfies Record<OverlayStyle, MessageKey>;
