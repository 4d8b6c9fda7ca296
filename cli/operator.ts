import { userInfo } from 'node:os'
import type { Environment } from '../schemas/environment.ts'

/**
 * Who runs the command: the name that is set, because in containers every user is the same one. Otherwise the name of the
 * user of the operating system, or its number if it has no name.
 */
export function operatorName({ TDA_OPERATOR }: Pick<Environment, 'TDA_OPERATOR'>): string {
  if (TDA_OPERATOR !== undefined) return TDA_OPERATOR
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
