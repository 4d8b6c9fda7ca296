import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * Whose X-Forwarded-For counts, from TRUST_PROXY: `false`, a number of hops, or addresses and subnets.
 * @throws Error for anything else; trusting everyone would let a caller choose its own address
 */
export function compileTrust(text: string): false | number | string[] {
  if (text === 'false' || text === '0') return false
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  const proxies = text.split(',').map((proxy) => proxy.trim())
  if (proxies.every(isAddressOrSubnet)) return proxies
  throw new Error('TRUST_PROXY is not valid: give false, a number of hops, or addresses and subnets')
}

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

function isAddressOrSubnet(proxy: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(proxy)) return true
  const [address = '', prefix] = proxy.split('/')
  if (!isIP(address)) return false
  if (prefix === undefined) return true
  try {
    new BlockList().addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4')
    return /^\d{1,3}$/.test(prefix)
  } catch {
    return false
  }
}
