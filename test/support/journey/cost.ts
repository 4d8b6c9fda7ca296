/** What a recipe took: requests, the bytes of their bodies, and the tokens of what a model reads of them. */
export interface Cost {
  /** The different calls in the form of `calls.ts`. */
  calls: string[]
  requests: number
  bytes: number
  /** Null for programs. */
  tokens: number | null
}

/** Counts the calls of a recipe: pages of one list are one request, and so is what is asked again until it is there. */
export function createCost() {
  const keys = new Set<string>()
  const calls: string[] = []
  let bytes = 0
  let tokens: number | null = null
  return {
    /** `key` is the same for what counts as one request. */
    add(call: string, key: string, body: string, tokensOfBody: number | null = null) {
      if (!keys.has(key)) calls.push(call)
      keys.add(key)
      bytes += Buffer.byteLength(body)
      if (tokensOfBody !== null) tokens = (tokens ?? 0) + tokensOfBody
    },
    total: (): Cost => ({ calls, requests: keys.size, bytes, tokens }),
  }
}

export type CostCounter = ReturnType<typeof createCost>
