#!/usr/bin/env node
// Nothing that an older Node could not parse may stand here or be imported before the check.
import '../dev/node-version.mjs'

const { keepFilesPrivate } = await import('../process/keep-files-private.ts')
keepFilesPrivate()
const { run } = await import('./run.ts')
process.exitCode = await run(process.argv.slice(2))
