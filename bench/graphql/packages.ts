import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../dev/runtime/folders.ts'

/** Where the packages are that the API is measured beside, which are no part of the product. */
export const packagesFolder = join(projectFolder, '.local/bench-graphql')

/** Installs them as their lock file says. @throws Error when npm cannot */
export function installPackages(): void {
  mkdirSync(packagesFolder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(import.meta.dirname, file), join(packagesFolder, file))
  const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', npm, { cwd: packagesFolder, stdio: ['ignore', 'ignore', 'inherit'] })
}
