import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * Declares a suite that needs programs that `npm ci`, a JDK, and Maven do not install. If one is missing, the suite is
 * skipped, and its title gives the reason.
 * @throws Error in CI if a program is missing
 */
export function describeWith(programs: readonly string[], title: string, suite: (this: Mocha.Suite) => void): void {
  const missing = programs.filter((program) => !isInstalled(program)).join(', ')
  if (missing === '') describe(title, suite)
  else if (process.env.CI) throw new Error(`${title}: ${missing} must be installed in CI`)
  else describe.skip(`${title}: skipped, for ${missing} is not installed`, suite)
}
