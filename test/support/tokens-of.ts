import { encode } from 'gpt-tokenizer'

/** The number of tokens of a text in the encoding o200k_base; the encodings of other models differ by some percent. */
export function tokensOf(text: string): number {
  return encode(text).length
}
