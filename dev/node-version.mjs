// Plain JavaScript, because an older Node refuses a .ts file before it reads a line of it: preload this with --import.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `This needs Node 24 or later; this is ${process.version}. \`npm ci\` brings Node 24 for the npm scripts, so use ` +
      '`npm start` and `npx tda`; if they show this too, the install scripts were left out: run `npm ci` without --ignore-scripts.',
  )
  process.exit(1)
}
