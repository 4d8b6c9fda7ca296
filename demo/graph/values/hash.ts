/**
 * Two 32-bit lanes stand for one 64-bit hash: a splitmix on BigInt took ten times as long. Every value of the
 * demo is a function of such a hash, never of a generator with a state, so that any entity computes alone.
 */
export type Hash = { readonly high: number; readonly low: number }

/** The finalizer "lowbias32" of C. Wellons' hash-prospector: a bijection of 32 bits with little bias. */
function scramble(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x7feb352d)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** The hash of a text, by its UTF-16 code units. */
export function hashText(text: string): Hash {
  let high = 0x811c9dc5
  let low = 0x2f0b4a27
  for (let at = 0; at < text.length; at += 1) {
    high = Math.imul(high ^ text.charCodeAt(at), 0x01000193)
    low = scramble(low + high)
  }
  return { high: scramble(high ^ low), low }
}

/** The hash of the entity with this index below a root: (seed, organization, type). */
export function hashAt(root: Hash, index: number): Hash {
  const low = scramble(root.low + Math.imul(index, 0x9e3779b1))
  return { high: scramble(root.high ^ low ^ Math.imul(index, 0x85ebca6b)), low }
}

const fields = new Map<string, Hash>()

function fieldHash(field: string): Hash {
  const known = fields.get(field)
  if (known !== undefined) return known
  const hash = hashText(field)
  fields.set(field, hash)
  return hash
}

/** An integer of [0, 2^32) for a field of an entity; `item` tells the items of a list field apart. */
export function draw(entity: Hash, field: string, item = 0): number {
  const { high, low } = fieldHash(field)
  const mixed = scramble(entity.low + low + Math.imul(item, 0x9e3779b1))
  return scramble(entity.high ^ high ^ mixed)
}

/** An integer of [0, limit). The bias of the remainder is below limit / 2^32. */
export function below(entity: Hash, field: string, limit: number, item = 0): number {
  return draw(entity, field, item) % limit
}

/** An integer of [from, to], both included. */
export function between(entity: Hash, field: string, from: number, to: number, item = 0): number {
  return from + below(entity, field, to - from + 1, item)
}

/** True for this many of a thousand entities. */
export function happens(entity: Hash, field: string, perThousand: number, item = 0): boolean {
  return below(entity, field, 1000, item) < perThousand
}
