import { isIP } from 'node:net'

/**
 * Whether the host of a request to an admin port is acceptable. This rejects DNS rebinding: a web page that maps its
 * own host name to this machine, which browsers always send. Probes of Kubernetes and metrics scrapers use IP
 * addresses, and neighbors in a container network use names without a dot, which cannot be registered as domains. Other
 * names must be listed.
 * @param host the Host header, with or without a port; clients of HTTP/1.0 send none, and no browser is one
 */
export function isAdminHost(host: string | undefined, allowed: readonly string[]): boolean {
  if (host === undefined) return true
  const url = `http://${host}`
  if (!URL.canParse(url)) return false
  const { hostname, host: name, username, pathname } = new URL(url)
  if (name === '' || username !== '' || pathname !== '/') return false
  const isAddress = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
  return isAddress || !hostname.includes('.') || allowed.includes(hostname)
}
