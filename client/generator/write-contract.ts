import { readFileSync, writeFileSync } from 'node:fs'
import { contractText } from './contract-text.ts'

/** The published contract, which is all that the client is made of. */
const published = new URL('../../api/openapi.json', import.meta.url)

/** The text of the committed `client/src/contract.ts`. @throws Error for what the generator does not know */
export function committedText(): string {
  return contractText(JSON.parse(readFileSync(published, 'utf8')))
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(new URL('../src/contract.ts', import.meta.url), committedText())
}
