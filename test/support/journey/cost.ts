/** The cost of a recipe: requests, bytes of response bodies, and tokens that a model reads. */
export interface Cost {
  /** The distinct calls in the form of `calls.ts`. */
  calls: string[]
  requests: number
  bytes: number
  /** Null for programs. */
  tokens: number | null
}

/** Counts the calls of a recipe. All pages of a list are one request, and so are all attempts until a file exists. */
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
