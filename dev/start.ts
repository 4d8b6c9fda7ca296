import './node-version.mjs'

// Imported dynamically, so that an older Node can report its version before it fails on the syntax of these modules.
const { run } = await import('./runtime/run.ts')
await run()
