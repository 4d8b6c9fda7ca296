import { readFileSync, writeFileSync } from 'node:fs'
import { contractText, enumsText } from './contract-text.ts'

/** The published contract, from which the client is generated. */
const published = new URL('../../api/openapi.json', import.meta.url)

/**
 * The texts of the generated files of `client/src`, by their names.
 * @throws Error for features that the generator does not support
 */
export function committedTexts(): { 'contract.ts': string; 'enums.ts': string } {
  const contract = JSON.parse(readFileSync(published, 'utf8'))
  return { 'contract.ts': contractText(contract), 'enums.ts': enumsText(contract) }
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, text] of Object.entries(committedTexts())) {
    writeFileSync(new URL(`../src/${name}`, import.meta.url), text)
  }
}
