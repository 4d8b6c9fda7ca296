import { join } from 'node:path'
import { secretFile } from './secret-file.ts'

/**
 * The key that seals cursors, base64 of 32 bytes. It is created once per data folder, so that cursors survive a
 * restart.
 */
export function cursorKey(dataFolder: string): string {
  return secretFile(join(dataFolder, 'cursor-key'))
}
