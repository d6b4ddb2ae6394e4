import type { ModelJob, TaskResult } from '../options/jobs.ts';
import type { TextureSet } from '../pictures/draw-figure.ts';

/** Makes the model of a figure: a file of binary glTF. */
export async function drawModel(
  _job: ModelJob,
  _textures: TextureSet,
): Promise<TaskResult<Uint8Array>> {
  throw new Error('to come');
}
