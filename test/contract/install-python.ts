import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../support/processes/run.ts'

/**
 * Installs Python packages into a folder of their own below another one, once.
 * @returns its python
 * @throws Error when Python or a package cannot be had
 */
export async function installPython(folder: string, name: string, packages: readonly string[]): Promise<string> {
  const venv = join(folder, name)
  const python = join(venv, 'bin/python')
  if (existsSync(join(venv, 'complete'))) return python
  rmSync(venv, { recursive: true, force: true })
  await succeed('python3', ['-m', 'venv', venv])
  await succeed(python, ['-m', 'pip', 'install', '--quiet', '--no-compile', '--disable-pip-version-check', ...packages])
  mkdirSync(join(venv, 'complete'))
  return python
}

async function succeed(command: string, args: string[]): Promise<void> {
  const { exitCode, output } = await run(command, args, {})
  if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`)
}
