import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './processes/run.ts'

const VERSION = '2.12.0'

/**
 * Installs the Inspector of MCP into a folder of its own below `.local`, once: with 110 MB of what shows pages to people it is too large for a
 * dependency. @returns its launcher
 * @throws Error when the package cannot be had
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
