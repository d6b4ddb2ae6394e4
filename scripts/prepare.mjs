// What `npm ci` and `npm start` do before anything else. JavaScript, so that an older Node can read it.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  fail(
    'Node 24 is missing: npm ci brings it, unless it runs no scripts of packages (--ignore-scripts).',
  );
}
const { unpackFonts } = await import('./fonts/unpack-fonts.ts');
try {
  await unpackFonts();
} catch (error) {
  fail(`The fonts can't be unpacked (${error.message}): install the project again, with npm ci.`);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
