import type { InviteCard } from './invite-card.ts';

/** An order for the card of an invite or a guild; plain data, copied to a worker. */
export type InviteCardOrder = Omit<InviteCard, 'icon' | 'banner'> & {
  /** PNG files; one that cannot be decoded counts as none. */
  readonly icon: Uint8Array | null;
  /** Banner or splash; not drawn if the theme has no background. */
  readonly banner: Uint8Array | null;
};

/** An icon with the initials of a name, for servers without one. */
export type InitialsOrder = { readonly name: string; readonly sizePx: number };

/** Part of every validator of these; increased when the same order gives other pixels. */
export const inviteVersion = 4;
