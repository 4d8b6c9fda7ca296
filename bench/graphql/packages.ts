import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../dev/runtime/folders.ts'

/** The folder of the packages that are compared with the API. They are not part of the product. */
export const packagesFolder = join(projectFolder, '.local/bench-graphql')

/** Installs the packages from their lock file. @throws Error if npm fails */
export function installPackages(): void {
  mkdirSync(packagesFolder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(import.meta.dirname, file), join(packagesFolder, file))
  const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', npm, { cwd: packagesFolder, stdio: ['ignore', 'ignore', 'inherit'] })
}
