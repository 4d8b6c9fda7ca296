import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './processes/run.ts'

/** Why this machine cannot run what is written in Python, or null when it can. */
export async function whyNoPython(): Promise<string | null> {
  const check = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'
  const { exitCode } = await run('python3', ['-c', check], {}).catch(() => ({ exitCode: null }))
  return exitCode === 0 ? null : 'there is no Python 3.11 or later with venv'
}

/**
 * Installs Python packages into a virtual environment of its own, `.local/NAME`, once.
 * @param packages as pip takes them: names with versions, or `-r` and a file of requirements
 * @returns its folder of programs, `python` among them
 * @throws Error when Python or a package cannot be had
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
