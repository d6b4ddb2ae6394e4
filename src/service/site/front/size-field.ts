import { html, type Html } from '../html.ts';
import type { Site } from '../site.ts';
import type { Look } from './lineup.ts';
import { sizes, type SizeName } from '../../../engine/scenes/layout/sizes.ts';

type Size = {
  readonly value: string;
  readonly shown: readonly [widthPx: number, heightPx: number];
  readonly key: `size_${SizeName}` | `size_${'discord' | 'github' | 'youtube'}`;
  /** What the platform takes at most. */
  readonly maxBytes?: number;
};

/**
 * Sizes by where they go, and what goes there: the banner of a Discord server is 960×540 and at most 10 MB
 * (discord.dog, whop.com); the social preview of a GitHub repository 1280×640 and under 1 MB (“Customizing
 * your repository's social media preview”, docs.github.com); the banner of a YouTube channel at least
 * 2048×1152 and 6 MB or less (“Manage your channel branding”, support.google.com); a story 1080×1920, and
 * Instagram's publishing takes pictures of up to 8 MB (“IG User Media”, developers.facebook.com). Lists of
 * servers agree on 468×60 (“Server Banner”, lunarclient.dev), and on no number of bytes.
 */
const platformSizes: readonly Size[] = [
  { value: '960x540', shown: [960, 540], key: 'size_discord', maxBytes: 10_000_000 },
  { value: '1280x640', shown: [1280, 640], key: 'size_github', maxBytes: 1_000_000 },
  { value: '2048x1152', shown: [2048, 1152], key: 'size_youtube', maxBytes: 6_000_000 },
  { value: 'server-list', shown: sizes['server-list'], key: 'size_server-list' },
  { value: 'story', shown: sizes.story, key: 'size_story', maxBytes: 8_000_000 },
];
const shapeSizes: readonly Size[] = [
  { value: 'og', shown: sizes.og, key: 'size_og' },
  { value: 'banner', shown: sizes.banner, key: 'size_banner' },
  { value: 'square', shown: sizes.square, key: 'size_square' },
  { value: 'video', shown: sizes.video, key: 'size_video' },
];

export function sizeField({ t }: Site, { options: { size = '' } }: Look): Html {
  const option = ({ value, shown, key, maxBytes }: Size): Html =>
    html`<option
      value="${value}"
      ${maxBytes !== undefined && html` data-most-bytes="${String(maxBytes)}" data-platform="${t(key)}"`}
      ${value === size && html` selected`}
    >
      ${t(key)}, ${shown.join('×')}
    </option>`;
  return html`<label class="field"
    ><span>${t('size')}</span
    ><select data-option="size">
      <option value="">${t('sizeDefault')}</option>
      <optgroup label="${t('sizeGroupPlatforms')}">${platformSizes.map(option)}</optgroup>
      <optgroup label="${t('sizeGroupShapes')}">${shapeSizes.map(option)}</optgroup>
    </select></label
  >`;
}
