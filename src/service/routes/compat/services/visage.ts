import { defineService } from '../define-service.ts';
import { vzgeRows } from './vzge.ts';

/** What is vzge.me today. */
export const visage = defineService({ host: 'visage.surgeplay.com', rows: vzgeRows });
