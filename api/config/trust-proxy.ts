import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * Parses TRUST_PROXY, which names the proxies whose X-Forwarded-For header is trusted: `false`, a number of hops, or
 * addresses and subnets.
 * @throws Error for anything else. In particular it rejects `true`, with which a caller could choose its own address.
 */
export function compileTrust(text: string): false | number | string[] {
  if (text === 'false' || text === '0') return false
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  const proxies = text.split(',').map((proxy) => proxy.trim())
  if (proxies.every(isAddressOrSubnet)) return proxies
  throw new Error('TRUST_PROXY is not valid: give false, a number of hops, or addresses and subnets')
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
