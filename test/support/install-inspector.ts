import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './processes/run.ts'

const VERSION = '2.12.0'

/**
 * Installs the MCP Inspector into a folder below `.local`, once. It is no dependency because of its size of 110 MB.
 * @returns its launcher
 * @throws Error if the package cannot be installed
 */
export async function installInspector(): Promise<string> {
  const prefix = join('.local', `inspector-${VERSION}`)
  const launcher = join(prefix, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')
  if (existsSync(launcher)) return launcher
  rmSync(prefix, { recursive: true, force: true })
  mkdirSync('.local', { recursive: true })
  const name = `@modelcontextprotocol/inspector@${VERSION}`
  const options = ['--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  const { exitCode, output } = await run('npm', ['install', ...options, name], {})
  if (exitCode !== 0) throw new Error(`${name} could not be installed:\n${output}`)
  return launcher
}
