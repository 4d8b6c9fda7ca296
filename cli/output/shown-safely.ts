import { printableText } from '../../domain/text/printable.ts'
import type { Terminal } from './terminal.ts'

/**
 * A terminal that shows control characters as escapes and obeys none of them. All output of commands goes through it, so that
 * commands need not check what events, organizations and error messages contain.
 */
export function shownSafely(terminal: Terminal): Terminal {
  return {
    ...terminal,
    print: (line) => terminal.print(printableText(line)),
    tell: (line) => terminal.tell(printableText(line)),
    confirm: (question) => terminal.confirm(printableText(question)),
  }
}
