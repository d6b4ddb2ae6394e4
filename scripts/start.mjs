import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The start of the service, the same for npm, systemd and the container image. JavaScript, so that an
// older Node can read it, and gives way to the one that npm ci has brought, or says that it is missing.
//
// In package.json `exec` makes the shell that npm starts become this process, as a shell would not pass
// on a signal. Windows has no `exec`, so it runs what comes after `||`.
const broughtNode = fileURLToPath(
  new URL(
    `../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`,
    import.meta.url,
  ),
);
if (Number(process.versions.node.split('.')[0]) < 24 && existsSync(broughtNode)) {
  startWith(broughtNode);
} else {
  await import('./prepare.mjs');
  const { startService } = await import('./start-service.ts');
  startService();
}

/** Not every older Node can become another process, so it waits, and passes on what stops it. */
function startWith(node) {
  const args = [...process.execArgv, ...process.argv.slice(1)];
  const service = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => service.kill(signal));
  }
  service.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
