import { randomBytes } from 'node:crypto'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Creates a ULID: 48 bits of the time, then 80 random bits. https://github.com/ulid/spec */
export function createUlid(now: Date): string {
  const value = (BigInt(now.getTime()) << 80n) | BigInt(`0x${randomBytes(10).toString('hex')}`)
  return Array.from({ length: 26 }, (_, at) => CROCKFORD[Number((value >> BigInt(5 * (25 - at))) & 31n)]).join('')
}
