import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openComposer, showRow, stillAnimations } from './composer-hands.ts';

// What the picture is: a row, a card, a deck of cards, an advancement, or players on a journey; and what of the
// form goes with it.

const one = '/?value=sample-fox&label=Fox&height=64';
const two = '/?value=sample-fox&value=sample-dj&label=Fox&label=Deejay&height=64';
const { world, page, hands } = await openComposer({}, { row: one });

const query = () => Object.fromEntries(new URL(page.url()).searchParams);
const choose = (name: string, value: string) =>
  page.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });
const isSeen = (field: string) => page.locator(`#look ${field}`).isVisible();
/** The address that the page offers draws what is on the stage. */
async function isDrawn(): Promise<string> {
  const address = (await hands.address().textContent()) ?? '';
  const response = await fetch(address);
  expect(`${response.status} ${address}`).toBe(`200 ${address}`);
  return address;
}

describe('one player', () => {
  test('on a card: scene, rarity, caption and title; it survives a reload, and Back', async () => {
    await hands.redraws(() => choose('as', 'card'));
    await expect.poll(query).toMatchObject({ as: 'card', scene: 'meadow' });
    expect(query()).not.toHaveProperty('height');
    await expect.poll(hands.size).toEqual({ widthPx: 750, heightPx: 1050 });
    await expect.poll(() => page.locator('#cast.framed.thing').count()).toBe(1);
    await hands.redraws(() => page.locator('[data-option="rarity"]').selectOption('epic'));
    await hands.redraws(() => page.getByLabel('Role of player 1').fill('Owner'));
    await hands.redraws(() => page.getByLabel('Title', { exact: true }).fill('Season one'));
    // What follows within a second belongs to the same step.
    await setTimeout(1100);
    await hands.redraws(() => choose('scene', 'night'));
    await expect
      .poll(query)
      .toMatchObject({ rarity: 'epic', 'caption.0': 'Owner', title: 'Season one', scene: 'night' });
    for (const field of ['[data-cards="false"]', '#presets', '#height', '#plates', '[name=facing]'])
      expect(await isSeen(`${field} >> nth=0`), field).toBe(false);
    expect(await isDrawn()).toContain(`${world.origin}/sample-fox.png?`);
    await expect.poll(() => page.locator('#picture').getAttribute('alt')).toBe('Card: Fox');
    const facts = page.locator('#facts-of');
    await expect.poll(() => facts.textContent()).toContain('750 × 1050 px');
    await hands.reload();
    await expect.poll(() => page.locator('[data-option="rarity"]').inputValue()).toBe('epic');
    await expect.poll(() => page.locator('[name="as"][value="card"]').isChecked()).toBe(true);
    await hands.redraws(() => page.locator('#undo').click());
    await expect.poll(query).toMatchObject({ as: 'card', scene: 'meadow', rarity: 'epic' });
  });

  test('in an advancement: face, title, subtitle; the rest of the form waits', async () => {
    await showRow(page, `${one}&scene=night&motion=walk&render_type=cheering&crop=bust`);
    await hands.redraws(() => choose('as', 'advancement'));
    await expect
      .poll(() => query())
      .toEqual({ value: 'sample-fox', label: 'Fox', as: 'advancement' });
    await expect.poll(hands.size).toEqual({ widthPx: 640, heightPx: 128 });
    for (const field of ['[name=scene]', '#pose', '[data-option=motion]', '#names'])
      expect(await isSeen(`${field} >> nth=0`), field).toBe(false);
    await hands.redraws(() => page.getByLabel('Title', { exact: true }).fill('Iron age'));
    expect(await isDrawn()).toBe(
      `${world.origin}/sample-fox.png?label=Fox&as=advancement&title=Iron%20age`,
    );
    // Nothing of it is lost.
    await hands.redraws(() => choose('as', ''));
    await expect
      .poll(query)
      .toMatchObject({ scene: 'night', motion: 'walk', render_type: 'cheering', crop: 'bust' });
  });

  test('an advancement of two is drawn plain, says why, and comes back with the second gone', async () => {
    await hands.redraws(() => choose('as', 'advancement'));
    await hands.redraws(async () => {
      await page.locator('#add').click();
      await hands.name(2, 'sample-dj');
    });
    await page.getByText('An advancement is of one player').waitFor();
    await expect.poll(query).not.toHaveProperty('as');
    await isDrawn();
    await hands.redraws(() => page.locator('.slot .remove').last().click());
    await expect.poll(query).toMatchObject({ as: 'advancement' });
  });
});

test('a card that moves keeps its place', async () => {
  await stillAnimations(page);
  await showRow(page, `${one}&as=card&motion=idle`);
  const place = () =>
    page.evaluate(
      `(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) =>
        [offsetLeft, offsetTop, offsetWidth, offsetHeight])(document.querySelector('#picture'))`,
    );
  const before = await place();
  await page.locator('#play').click();
  await page.locator('#cast.playing').waitFor();
  expect(await place()).toEqual(before);
});

describe('several players', () => {
  test('are a deck of cards, or a row of them, and then as they stood before', async () => {
    await showRow(page, `${two}&scene=snow&arrangement=podium&facing=centre&labels=plate`);
    await hands.redraws(() => choose('as', 'card'));
    await expect.poll(query).toMatchObject({ as: 'card', scene: 'snow' });
    for (const name of ['arrangement', 'facing', 'labels'])
      expect(query()).not.toHaveProperty(name);
    const fanned = await hands.size();
    await isDrawn();
    await hands.redraws(() => choose('cards', 'row'));
    await expect.poll(query).toMatchObject({ arrangement: 'row' });
    await expect.poll(hands.size).not.toEqual(fanned);
    await isDrawn();
    await hands.redraws(() => choose('as', ''));
    await expect
      .poll(query)
      .toMatchObject({ arrangement: 'podium', facing: 'centre', labels: 'plate' });
  });

  test('a link to a deck, and one with a colour as rarity, is read and may be changed', async () => {
    await showRow(page, `${two}&as=card&arrangement=deck&rarity=1e90ff`);
    await expect.poll(query).toMatchObject({ as: 'card', rarity: '1e90ff' });
    await expect.poll(() => page.locator('[name="cards"][value="deck"]').isChecked()).toBe(true);
    expect(await isDrawn()).toContain('rarity=1e90ff');
    await hands.redraws(() => page.locator('[data-option="rarity"]').selectOption('rare'));
    await expect.poll(query).toMatchObject({ rarity: 'rare' });
  });

  test.each([
    ['an advancement of two', `${two}&as=advancement`],
    ['an advancement in a scene that moves', `${one}&as=advancement&scene=night&motion=walk`],
    ['a deck without cards', `${two}&arrangement=deck`],
    ['cards on a podium', `${two}&as=card&arrangement=podium`],
    ['a rarity without a card', `${two}&rarity=epic`],
    ['a kind that is not', `${two}&as=poster`],
  ])('%s in a link is drawn without what does not go with it', async (_, path) => {
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url());
    });
    await page.goto('about:blank');
    await hands.load(path);
    await isDrawn();
    expect(refused).toEqual([]);
    await expect.poll(() => page.locator('#notice').isVisible()).toBe(false);
  });
});

describe('on a journey', () => {
  const journey = () => page.locator('[data-option="journey"]');

  test('offered where all walk in a scene with open ground; off is in the address', async () => {
    await showRow(page, `${two}&scene=meadow`);
    await expect.poll(() => journey().isVisible()).toBe(false);
    await hands.redraws(() => page.locator('[data-option="motion"]').selectOption('walk'));
    await expect.poll(() => journey().isVisible()).toBe(true);
    await expect.poll(() => journey().isChecked()).toBe(true);
    expect(query()).not.toHaveProperty('journey');
    await hands.redraws(() => journey().uncheck());
    await expect.poll(query).toMatchObject({ journey: 'false' });
    expect(await isDrawn()).toContain('journey=false');
    await hands.reload();
    await expect.poll(() => journey().isVisible()).toBe(true);
    await expect.poll(() => journey().isChecked()).toBe(false);
    await hands.redraws(() => journey().check());
    await expect.poll(query).not.toHaveProperty('journey');
  });

  test.each([
    ['no scene', 'motion=walk', false],
    ['a stage, whose ground ends', 'scene=stage&motion=walk', false],
    ['a podium', 'scene=meadow&motion=walk&arrangement=podium', false],
    ['another motion', 'scene=meadow&motion=dance', false],
    ['one who stands', 'scene=meadow&motion=run&motion.1=none', false],
    ['one who runs', 'scene=meadow&motion=walk&motion.1=run', false],
    ['one who looks elsewhere', 'scene=meadow&motion=walk&yaw.0=45', false],
    ['a flat pose', 'scene=meadow&motion=walk&render_type=front', false],
    ['all by themselves', 'scene=desert&motion.0=run&motion.1=run', true],
    ['cards', 'scene=desert&motion=walk&as=card', true],
  ])('with %s', async (_, options, isOffered) => {
    await showRow(page, `${two}&${options}`);
    await expect.poll(() => journey().isVisible()).toBe(isOffered);
  });
});
