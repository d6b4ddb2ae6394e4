import { Type } from 'typebox';
import { choice, flag } from '../../common/schemas/fields.ts';
import { badgeColorNames, badgeColors, badgeStyles } from './badge.ts';

/** Options of all badges; properties of a query schema. */
export const badgeOptions = {
  style: choice(badgeStyles, 'The style of the badge.', 'flat'),
  label: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The text on the left; an empty text omits that side.',
    }),
  ),
  color: Type.Optional(
    Type.String({
      maxLength: 16,
      pattern: `^(?:#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})|${badgeColorNames})$` as const,
      'x-allowed': `3 or 6 hexadecimal digits, or ${badgeColors.slice(0, -1).join(', ')} or ${badgeColors.at(-1)}`,
      description: 'The colour on the right; by default it depends on the value.',
    }),
  ),
  logo: flag('Whether a small icon is shown before the label.', true),
} as const;

const badgeContent = { 'image/svg+xml': { schema: Type.String() } } as const;

/** Responses of badge routes. A badge that cannot be made is still a picture, because pages embed it. */
export const badgeAnswers = {
  200: { description: 'The badge.', content: badgeContent },
  404: { description: 'A grey badge that names what was not found.', content: badgeContent },
  502: { description: 'A grey badge: the upstream does not answer.', content: badgeContent },
} as const;
