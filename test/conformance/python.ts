import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../support/processes/run.ts'

/** The generations of the official Python client, each with the versions of all that it needs pinned. */
export type Generation = 1 | 2

const folder = join(import.meta.dirname, 'python')

/** Why this machine cannot run the Python clients, or null when it can. */
export async function whyNoPython(): Promise<string | null> {
  const check = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'
  const { exitCode } = await run('python3', ['-c', check], {}).catch(() => ({ exitCode: null }))
  return exitCode === 0 ? null : 'there is no Python 3.11 or later with venv'
}

/**
 * Installs a generation into a virtual environment of its own, once.
 * @returns its interpreter
 * @throws Error when a package cannot be had
 */
export async function installPythonClient(home: string, generation: Generation): Promise<string> {
  const environment = join(home, `mcp-python-${generation}`)
  const python = join(environment, 'bin/python')
  const done = join(environment, 'installed')
  if (existsSync(done)) return python
  rmSync(environment, { recursive: true, force: true })
  const requirements = join(folder, `requirements-${generation}.txt`)
  await succeed('python3', ['-m', 'venv', environment])
  await succeed(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements])
  await succeed(python, ['-c', `open(${JSON.stringify(done)}, 'w').close()`])
  return python
}

async function succeed(command: string, args: string[]): Promise<void> {
  const { exitCode, output } = await run(command, args, {})
  if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`)
}

/** What the client told its user. */
export interface Told {
  tools?: string[]
  text?: string
  errors: string[]
}

/** Lets a client list the tools and call one. */
export async function askInPython(python: string, args: string[]): Promise<Told> {
  const { exitCode, output } = await run(python, [join(folder, 'client.py'), ...args], {})
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  if (exitCode !== 0 || !last.startsWith('{')) throw new Error(output)
  return JSON.parse(last)
}
