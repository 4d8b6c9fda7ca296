import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../support/processes/run.ts'

/** The version that the settings in schemathesis.toml were written for. */
const VERSION = '4.32.5'

/** Installs Schemathesis into a folder of its own, once. @throws Error when Python or the package cannot be had */
export async function installSchemathesis(folder: string): Promise<string> {
  const venv = join(folder, `schemathesis-${VERSION}`)
  const command = join(venv, 'bin/schemathesis')
  if (existsSync(command)) return command
  rmSync(venv, { recursive: true, force: true })
  await succeed('python3', ['-m', 'venv', venv])
  await succeed(join(venv, 'bin/pip'), [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    `schemathesis==${VERSION}`,
  ])
  return command
}

async function succeed(command: string, args: string[]): Promise<void> {
  const { exitCode, output } = await run(command, args, {})
  if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`)
}
