import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectFolder } from '../runtime/folders.ts'

const execute = promisify(execFile)
const explorer = join(projectFolder, 'explorer')
const dist = join(explorer, 'dist')
const stamp = join(dist, '.sources')
const vite = join(projectFolder, 'node_modules/vite/bin/vite.js')

/** The inputs of the build. The lock file is one of them, because it determines the versions of bundled packages. */
const sources = [
  'client/src/**/*.ts',
  'explorer/src/**/*',
  'explorer/{index.html,package.json,tsconfig.json,vite.config.ts}',
  'package-lock.json',
]

/**
 * Builds the pages of the Explorer if their sources have changed since the last build. A complete build replaces the
 * previous one by a rename, so that several processes can build at the same time.
 * @returns whether the pages were built
 * @throws Error with the output of Vite if the build fails
 */
export async function buildExplorer(): Promise<boolean> {
  const hash = hashOfSources()
  if (isBuiltFrom(hash)) return false
  const draft = join(explorer, `.build-${process.pid}`)
  try {
    await execute(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: explorer,
      env: { ...process.env, NODE_ENV: 'production', EXPLORER_OUT: draft },
    })
    writeFileSync(join(draft, '.sources'), hash)
    takePlace(draft, hash)
    return true
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    throw new Error(`The explorer cannot be built.\n${output.trim()}`, { cause: error })
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function hashOfSources(): string {
  const files = globSync(sources, { cwd: projectFolder, exclude: (name) => name === 'node_modules' }).toSorted()
  const hash = createHash('sha256')
  for (const file of files) {
    const path = join(projectFolder, file)
    const text = isFile(path) ? readFileSync(path) : null
    if (text !== null) hash.update(`${file}\0${text.length}\0`).update(text)
  }
  return hash.digest('hex')
}

function isFile(path: string): boolean {
  return /\.\w+$/.test(path) && existsSync(path)
}

function isBuiltFrom(hash: string): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

function takePlace(draft: string, hash: string): void {
  rmSync(dist, { recursive: true, force: true })
  try {
    renameSync(draft, dist)
  } catch (error) {
    // Another process may have finished a build of the same sources first.
    if (!isBuiltFrom(hash)) throw error
  }
}
