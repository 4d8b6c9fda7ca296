import { isIPv6 } from 'node:net'

/**
 * What failed authentications are counted by: an IPv4 address, or the /64 of an IPv6 one, because whoever has one
 * address of a /64 has them all.
 */
export function addressBucket(address: string): string {
  const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%', 1)[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':').length : 0
  while (tail !== undefined && groups.length + after < 8) groups.push('0')
  return `${groups.slice(0, 4).join(':')}::/64`
}
