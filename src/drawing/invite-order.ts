import type { InviteFacts } from '../widgets/invite-card.ts';
import type { WidgetOptions } from './widget-order.ts';

/** All that the card of an invite or a guild is drawn from; plain data, copied to a worker. */
export type InviteCardOrder = WidgetOptions &
  InviteFacts & {
    /** PNG files; one that does not decode counts as none. */
    readonly icon: Uint8Array | null;
    /** Banner or splash; not drawn where the theme has no ground. */
    readonly banner: Uint8Array | null;
  };

/** An icon for what has none: the first letters of its name. */
export type InitialsOrder = { readonly name: string; readonly sizePx: number };

/** Part of every validator of these: counted up whenever the same order gives other pixels. */
export const inviteVersion = 2;
