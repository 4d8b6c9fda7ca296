import { printableText } from '../../domain/text/printable.ts'
import type { Terminal } from './terminal.ts'

/**
 * A terminal that shows whatever it is given and obeys none of it. All output of commands goes through it, so that no command
 * has to think of what events, organizations and error messages may hold.
 */
export function shownSafely(terminal: Terminal): Terminal {
  return {
    ...terminal,
    print: (line) => terminal.print(printableText(line)),
    tell: (line) => terminal.tell(printableText(line)),
    confirm: (question) => terminal.confirm(printableText(question)),
  }
}
