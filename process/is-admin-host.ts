import { isIP } from 'node:net'

/**
 * Whether a request to an admin port names a host that is its own. A page that rebinds a name of its own to this machine is
 * refused: browsers always send the name. Probes of Kubernetes and scrapers come by address, neighbours in a network of
 * containers by a name of one label, which cannot be registered; other names have to be listed.
 * @param host the header, with or without a port; a client of HTTP/1.0 sends none, and no browser is one
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
