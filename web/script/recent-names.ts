import { store, stored } from './storage.ts';

// Recently drawn names, stored in this browser only.

const key = 'lineup-recent';
const max = 12;

/** Accounts only: no samples, URLs or skin files. */
const account = /^(?!sample-)(?:roblox:)?\.?[\p{L}\p{N}_-]{1,36}$/u;

/** The latest first; invalid entries are skipped, whatever wrote them. */
export function recentNames(): readonly string[] {
  try {
    const saved: unknown = JSON.parse(stored(key) ?? '[]');
    return Array.isArray(saved) ? saved.filter(isAccount).slice(0, max) : [];
  } catch {
    return [];
  }
}

/** Adds names to the front; the oldest are dropped. */
export function keepRecent(names: readonly string[]): void {
  const accounts = names.filter(isAccount);
  if (accounts.length > 0) write([...new Set([...accounts, ...recentNames()])].slice(0, max));
}

export function forgetRecent(): void {
  write([]);
}

function isAccount(name: unknown): name is string {
  return typeof name === 'string' && account.test(name);
}

function write(names: readonly string[]): void {
  store(key, names.length > 0 ? JSON.stringify(names) : null);
}
