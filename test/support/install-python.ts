import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './processes/run.ts'

/** The reason why this machine cannot run Python programs, or null if it can. */
export async function whyNoPython(): Promise<string | null> {
  const check = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'
  const { exitCode } = await run('python3', ['-c', check], {}).catch(() => ({ exitCode: null }))
  return exitCode === 0 ? null : 'there is no Python 3.11 or later with venv'
}

/**
 * Installs Python packages into the virtual environment `.local/NAME`, once.
 * @param packages as pip takes them: names with versions, or `-r` and a file of requirements
 * @returns the folder of its programs, including `python`
 * @throws Error if Python is missing or a package cannot be installed
 */
export async function installPython(name: string, packages: readonly string[]): Promise<string> {
  const venv = join('.local', name)
  const programs = join(venv, 'bin')
  if (existsSync(join(venv, 'complete'))) return programs
  rmSync(venv, { recursive: true, force: true })
  const install = ['-m', 'pip', 'install', '--quiet', '--no-compile', '--disable-pip-version-check', ...packages]
  await succeed('python3', ['-m', 'venv', venv])
  await succeed(join(programs, 'python'), install)
  mkdirSync(join(venv, 'complete'))
  return programs
}

async function succeed(command: string, args: string[]): Promise<void> {
  const { exitCode, output } = await run(command, args, {})
  if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`)
}
