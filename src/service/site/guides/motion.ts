import { wordsOf } from '../front/thumbnails.ts';
import { codeBlock } from '../code.ts';
import { html, type Html } from '../html.ts';
import { href, type Site } from '../site.ts';
import { paragraphs, plainTable, type Guide } from './guide.ts';
import { motionNames, motions } from '../../../engine/figure/motions.ts';

const animation = (name: string): string =>
  `/api/blockgame/render/default/sample-fox/full?motion=${name}`;

/** Each motion as an animation; whoever prefers less motion sees its first frame. */
function motionSheet(site: Site): Html {
  return html`<ul class="sheet motions">
    ${motionNames.map(
      (name) =>
        html`<li id="motion-${name}">
          <a href="${href(site, animation(name))}"
            ><picture
              ><source
                media="(prefers-reduced-motion: reduce)"
                srcset="${href(site, `${animation(name)}&frame=0`)}" />
              <img
                src="${href(site, animation(name))}"
                alt=""
                height="256"
                loading="lazy" /></picture
            ><code>${name}</code><span class="unseen"> (${wordsOf(name)})</span></a
          >
        </li> `,
    )}
  </ul>`;
}

/** An animation, and its first frame for those who prefer that. */
function stillPicture({ baseUrl }: Site): string {
  const url = `${baseUrl}/api/blockgame/render/default/sample-fox/full?motion=walk`;
  return `<picture>
  <source media="(prefers-reduced-motion: reduce)" srcset="${url}&amp;frame=0">
  <img src="${url}" alt="A fox, walking">
</picture>`;
}

const ownMotion = `{
  "items": [{
    "value": "sample-fox",
    "motion": {
      "ms": 900,
      "keys": [
        {"ms": 0, "pose": {"right_arm": {"turn": [0, 0, 20]}}},
        {"ms": 450, "pose": {"right_arm": {"turn": [0, 0, 150], "bend": 30}, "air": 3}}
      ]
    }
  }]
}`;

const ownSections: Guide = ({ t }) => [
  {
    id: 'own-poses',
    title: 'Your own poses and motions',
    content: html`${paragraphs(
      '`pose` replaces the pose of `render_type`: in a query `right_arm:76,0,-2,8;head:0,20,0`, each part with its degrees about x, y and z, then the bend of elbow or knee, then the twist; in JSON an object, which can move parts and the whole figure, too. Positive x swings an arm or leg to the front, positive y turns to the player’s left, positive z spreads the right arm or leg.',
      'In JSON, `motion` may also be poses with times, in milliseconds. They are connected smoothly, and the last leads back to the first.',
    )}
    ${codeBlock(t, ownMotion, 'JSON')}`,
  },
  {
    id: 'limits',
    title: 'Limits',
    content: paragraphs(
      'A player that moves is 256 pixels high unless `height` says otherwise, and at most 512. A film has at most 24 million pixels in all frames together: in a larger picture every second or third frame is left out, and it lasts as long; so it is where the plans would take more than a few seconds, with several raised players or fine sheets, which are drawn with fewer texels if that is not enough. A request has at most 48 key poses; players with poses, motions, angles or two things of their own, times frames, are at most 160. A film counts as one request.',
    ),
  },
];

export const motionGuide: Guide = (site) => [
  {
    id: 'motions',
    title: 'Motions',
    content: html`${paragraphs(
      '`motion=` of a render or composition, `motion.2=` of its third player. All loop without a seam, for ever. `turn`, `idle` and `float` start from the pose of `render_type`; the others bring their own, and take from it the view, the light and the crop.',
    )}
    ${motionSheet(site)}
    ${plainTable({
      heads: ['Motion', 'Frames', 'Length'],
      rows: motionNames.map((name) => {
        const { frames, delayMs } = motions[name];
        return [`\`${name}\``, String(frames), `${(frames * delayMs) / 1000} s`];
      }),
    })}`,
  },
  {
    id: 'formats',
    title: 'Formats',
    content: html`${plainTable({
      heads: ['Format', 'For'],
      rows: [
        ['`webp`', 'pages: lossless, half-transparent edges; what you get when you say nothing'],
        ['`gif`', 'everywhere else: README files, chats, forums, e-mail'],
        ['`apng`', 'browsers and programs that know no animated WebP; lossless'],
      ],
    })}
    ${paragraphs(
      'A GIF has up to 255 colours and no half-transparent pixels. Those at the edges are mixed with `matte`, the colour of the page it is for: `313338` (the dark theme of Discord) when omitted. With a `background` or a scene nothing is transparent.',
      'In a path, the ending sets the format: `…/full.gif?motion=walk`, `/Notch+jeb_.gif?motion=wave`.',
    )}`,
  },
  {
    id: 'stills',
    title: 'Stills',
    content: html`${paragraphs(
      '`frame=0` is the first frame as a picture that does not move, in any format of stills. Show it to people who prefer less motion:',
    )}
    ${codeBlock(site.t, stillPicture(site), 'HTML')}`,
  },
  {
    id: 'groups',
    title: 'Groups',
    content: paragraphs(
      'Each player of a composition may have a motion of their own. The film lasts as long as the longest; the others, and what lives in a scene, are repeated a whole number of times in it. Players with the same motion are out of step, always in the same way. Flat poses, grey figures and Roblox users stand still.',
    ),
  },
  ...ownSections(site),
];
