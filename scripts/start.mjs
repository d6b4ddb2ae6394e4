// The start of the service, the same for npm, systemd and the container image. JavaScript, so that an
// older Node can read it, and says what is missing.
//
// In package.json `exec` makes the shell that npm starts become this process, as a shell would not pass
// on a signal. Windows has no `exec`, so it runs what comes after `||`.
await import('./prepare.mjs');
const { startService } = await import('./start-service.ts');
startService();
