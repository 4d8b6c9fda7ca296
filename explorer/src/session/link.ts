/** The parameter that names the organization of a link. Pages and requests to the API never get it. */
export const ORGANIZATION = 'org'

const FRAGMENT = /^#token=(?<token>[\w.~-]+)$/
const TOKEN = /^tda_(?<region>[a-z0-9-]+)_(?<credentialId>[0-9A-Za-z]+)_[0-9A-Za-z]+$/
/** The form of the key of an organization. */
const KEY = /^[a-z][a-z0-9]{2,31}$/

/** What the text of a token contains, without a request. */
export interface OfferedToken {
  credentialId: string
  region: string
}

/** Null if the text is not a token of this service. */
export function describeToken(token: string): OfferedToken | null {
  const { region, credentialId } = TOKEN.exec(token)?.groups ?? {}
  return region && credentialId ? { region, credentialId } : null
}

/**
 * The token of a link such as `/explorer#token=…`, or null. The fragment is removed immediately, so that the token is
 * not in the URL, the history, or copied links. Browsers never send a fragment to the server.
 */
export function takeToken(
  location: { hash: string; pathname: string; search: string },
  history: { replaceState(state: unknown, unused: string, url: string): void },
): string | null {
  const { hash, pathname, search } = location
  if (!hash.startsWith('#token=')) return null
  history.replaceState(null, '', pathname + search)
  return FRAGMENT.exec(hash)?.groups?.token ?? null
}

/** The key of the organization that a link is for, or null if the link does not contain it. */
export function organizationOf(search: string): string | null {
  const key = new URLSearchParams(search).get(ORGANIZATION)
  return key !== null && KEY.test(key) ? key : null
}
