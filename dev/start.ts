import './node-version.mjs'

// Imported only now, because an older Node would fail on what these modules use before it could say so.
const { run } = await import('./runtime/run.ts')
await run()
