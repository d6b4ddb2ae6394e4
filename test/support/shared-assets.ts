import { loadAssets, type Assets } from '../../src/service/site/assets.ts';

let assetsOfProcess: Promise<Assets> | undefined;

/**
 * The files of the pages, shared by all apps of a process: to read, hash and compress them takes a
 * third of the time that an app takes to open.
 */
export function openSharedAssets(): Promise<Assets> {
  assetsOfProcess ??= loadAssets();
  return assetsOfProcess;
}
