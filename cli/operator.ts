import { userInfo } from 'node:os'

/** Who runs the command: the name of the user at the operating system, or its number where it has no name. */
export function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
