import type { ServerFacts } from './cards.ts';
import { t } from './messages.ts';

/** The state of a server in one sentence. */
export function stateIn({ isOnline, online, max }: ServerFacts): string {
  if (isOnline === null) return t('serverUnknown');
  return isOnline ? t('serverOnline', { online, max }) : t('serverOffline');
}
