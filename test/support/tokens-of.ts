import { encode } from 'gpt-tokenizer'

/** What a text costs a model to read, in tokens of o200k_base: other models' own differ by some percent. */
export function tokensOf(text: string): number {
  return encode(text).length
}
