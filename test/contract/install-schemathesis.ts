import { join } from 'node:path'
import { installPython } from '../support/install-python.ts'

/** The version that the settings in schemathesis.toml were written for. */
const VERSION = '4.32.5'

/** Installs Schemathesis, once. @returns the path of its command */
export async function installSchemathesis(): Promise<string> {
  return join(await installPython(`schemathesis-${VERSION}`, [`schemathesis==${VERSION}`]), 'schemathesis')
}
