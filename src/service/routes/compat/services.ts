import type { CompatService } from './define-service.ts';
import { ashcon } from './services/ashcon.ts';
import { crafatar } from './services/crafatar.ts';
import { crafthead, minotar, mineskin, cravatar } from './services/minotar.ts';
import { crafty } from './services/crafty.ts';
import { mcHeads, mcheadsOrg } from './services/mc-heads.ts';
import { mcapi } from './services/mcapi.ts';
import { mcsrvstat } from './services/mcsrvstat.ts';
import { mcstatus } from './services/mcstatus.ts';
import { mineatar } from './services/mineatar.ts';
import { minepic } from './services/minepic.ts';
import { minetools } from './services/minetools.ts';
import { nmsr } from './services/nmsr.ts';
import { playerdb } from './services/playerdb.ts';
import { starlight } from './services/starlight.ts';
import { visage, vzge } from './services/vzge.ts';

/** The compatible services by their names in our paths and settings, in the order of the documentation. */
export const compatServices: ReadonlyMap<string, CompatService> = new Map(
  Object.entries({
    crafatar,
    minotar,
    'mc-heads': mcHeads,
    vzge,
    visage,
    nmsr,
    starlight,
    crafthead,
    mineskin,
    cravatar,
    mineatar,
    minepic,
    'mcheads-org': mcheadsOrg,
    crafty,
    playerdb,
    ashcon,
    mcsrvstat,
    mcstatus,
    mcapi,
    minetools,
  }),
);
