const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns a ULID: 48 bits of a time in epoch milliseconds, then 80 random bits. https://github.com/ulid/spec
 */
export function ulidOf(time: number, random: bigint): string {
  const value = (BigInt(time) << 80n) | random
  return Array.from({ length: 26 }, (_, at) => CROCKFORD[Number((value >> BigInt(5 * (25 - at))) & 31n)]).join('')
}
