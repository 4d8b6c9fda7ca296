import { mistakeInFile } from '../../domain/events/mistaken-file.ts'

/** How much of a file is read to find its first two lines. */
const MOST_BYTES = 64 * 1024

/**
 * Returns the same bytes, and fails before the first of them if the input is a file of another format, such as CSV.
 * @throws Error that names the format, and what to do
 */
export async function* refuseMistaken(input: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  let beginning: Buffer | null = Buffer.alloc(0)
  for await (const chunk of input) {
    if (beginning === null) {
      yield chunk
      continue
    }
    beginning = Buffer.concat([beginning, chunk])
    if (beginning.length < MOST_BYTES && !hasTwoLines(beginning)) continue
    refuse(beginning, file)
    yield beginning
    beginning = null
  }
  if (beginning === null || beginning.length === 0) return
  refuse(beginning, file)
  yield beginning
}

function hasTwoLines(bytes: Buffer): boolean {
  const end = bytes.indexOf('\n')
  return end >= 0 && bytes.indexOf('\n', end + 1) >= 0
}

function refuse(beginning: Buffer, file: string): void {
  const mistake = mistakeInFile(beginning)
  const name = file === '-' ? 'Standard input' : file
  if (mistake !== null)
    throw new Error(`${name} is not a file of events, and nothing was fed. It looks like ${mistake}`)
}
