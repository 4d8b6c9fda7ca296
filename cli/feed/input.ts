import type { Readable } from 'node:stream'
import { type Line, linesOf, openInput } from './event-lines.ts'
import { refuseMistaken } from './refuse-mistaken.ts'

export interface InputOptions {
  /** Path of the NDJSON file; `-` is standard input. */
  file: string
  stdin?: Readable
  onProgress?(line: string): void
  signal?: AbortSignal
}

/**
 * The lines of a file of events, until its end or an interruption.
 * @throws Error when the file cannot be read, or is one of another format
 */
export async function* linesOfEvents({ file, stdin = process.stdin, signal }: InputOptions): AsyncGenerator<Line> {
  for await (const line of linesOf(refuseMistaken(openInput(file, stdin, signal), file))) {
    if (signal?.aborted) return
    yield line
  }
}
