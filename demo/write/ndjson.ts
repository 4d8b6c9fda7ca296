import type { DemoEvent } from '../event.ts'

/** Text is handed on in pieces of about this many characters: one write a line would cost more than its event. */
const PIECE_LENGTH = 64 * 1024

/** The CloudEvents as NDJSON: one a line, each line ended. */
export function* ndjson(events: Iterable<DemoEvent>): Generator<string, void> {
  let piece = ''
  for (const { value } of events) {
    piece += `${JSON.stringify(value)}\n`
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
