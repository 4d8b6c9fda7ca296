#!/usr/bin/env node
// Nothing that an older Node could not parse may stand here or be imported before the check.
import '../dev/node-version.mjs'

const { run } = await import('./run.ts')
process.exitCode = await run(process.argv.slice(2))
