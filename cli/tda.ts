#!/usr/bin/env node
// Until the version check has run, the code and its imports must parse on older versions of Node.
import '../dev/node-version.mjs'

const { keepFilesPrivate } = await import('../process/keep-files-private.ts')
keepFilesPrivate()
const { run } = await import('./run.ts')
process.exitCode = await run(process.argv.slice(2))
