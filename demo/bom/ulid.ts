import { at } from '../graph/values/choose.ts'
import { draw, type Hash } from '../graph/values/hash.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The ULID of a time in epoch milliseconds: 48 bits of it, then 80 bits of a hash. https://github.com/ulid/spec */
export function ulidOf(time: number, entity: Hash): string {
  const bits = [0, 1, 2].reduce((sum, item) => (sum << 32n) | BigInt(draw(entity, 'ulid', item)), BigInt(time))
  const value = bits >> 16n
  return Array.from({ length: 26 }, (_, place) =>
    at([...CROCKFORD], Number((value >> BigInt(5 * (25 - place))) & 31n)),
  ).join('')
}
