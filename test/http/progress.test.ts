import { afterAll, describe, expect, it } from 'vitest';
import { startWorld } from '../support/composition-world.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

const drawing = await watchDrawing();
const world = await startWorld({ drawing });
const origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => world.close());

let requests = 0;
const nextId = () => `progress-${String(requests++).padStart(13, '0')}`;
const dancers = '/api/blockgame/render/composition/sample-fox+sample-dj.webp?motion=dance';
const followed = (id: string) => fetch(`${origin}/api/blockgame/progress/${id}`);
const asked = (url: string, id: string, signal: AbortSignal | null = null) =>
  fetch(origin + url, { headers: { 'x-progress-id': id }, signal });

async function eventsOf(response: Response): Promise<readonly { done: number; of: number }[]> {
  const text = await response.text();
  return text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.slice('data: '.length)));
}

/** Reads until an event has arrived; the stream goes on. */
async function firstEvent(response: Response): Promise<string> {
  const { value } = await response.body!.getReader().read();
  return new TextDecoder().decode(value);
}

describe('an animation that is being drawn', () => {
  it('says how far it is, frame by frame, to who asked before or after', async () => {
    const [before, after] = [nextId(), nextId()];
    const early = followed(before);
    const films = [before, after].map((id) => asked(`${dancers}&height=64`, id));
    const [stream, late] = await Promise.all([early, followed(after)]);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    const events = await eventsOf(stream);
    expect(new Set(events.map(({ of }) => of)).size).toBe(1);
    const counts = events.map(({ done }) => done);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(events.at(-1)).toEqual({ done: events[0]!.of, of: events[0]!.of });
    expect((await eventsOf(late)).at(-1)).toEqual(events.at(-1));
    for (const film of films) expect((await film).status).toBe(200);
  });

  it('is not drawn on once nobody waits, and is begun anew for who comes then', async () => {
    const url = `${dancers}&height=128&scene=meadow`;
    const [id, leave] = [nextId(), new AbortController()];
    const film = asked(url, id, leave.signal);
    const stream = await followed(id);
    expect(await firstEvent(stream)).toMatch(/^data: \{"done":1,/);
    leave.abort();
    await expect(film).rejects.toThrow();
    const { load } = await drawing.open();
    await expect.poll(() => load().abandoned).toBeGreaterThan(0);
    const again = nextId();
    const [answer, events] = await Promise.all([asked(url, again), followed(again).then(eventsOf)]);
    expect(answer.status).toBe(200);
    expect(events[0]!.done).toBeLessThan(events[0]!.of / 2);
  });

  it('is drawn on while somebody waits', async () => {
    const url = `${dancers}&height=128&scene=snow`;
    const [id, leave] = [nextId(), new AbortController()];
    const film = asked(url, id, leave.signal);
    const stream = await followed(id);
    const other = asked(url, nextId());
    await firstEvent(stream);
    leave.abort();
    await expect(film).rejects.toThrow();
    expect((await other).status).toBe(200);
  });

  it('is told by no other id', async () => {
    const malformed = await followed('short');
    expect(malformed.status).toBe(400);
    expect(await malformed.json()).toEqual({
      detail: 'path.id: must be 22 characters of base64url',
    });
    const ofAnother = followed(nextId());
    // A request with an id that is none is drawn all the same.
    expect((await asked('/sample-fox.png', 'none')).status).toBe(200);
    await world.clock.advance(5_000);
    expect((await ofAnother).status).toBe(404);
  });
});
