/** Why nobody is signed in; null before anybody was. */
export type Ending = 'refused' | 'signed-out' | null

export interface SessionState {
  /** Counts the sign-ins, so that nothing of one is shown in another. Null while nobody is signed in. */
  id: number | null
  ending: Ending
  /** Whether it was a link that signed in, and nobody at the keyboard. */
  isByLink: boolean
  /** What a link offers in place of the present token, until somebody decides. */
  offered: OfferedToken | null
}

/** What the text of a token says of it, without asking anybody. */
export interface OfferedToken {
  credentialId: string
  region: string
}

/** What of `sessionStorage` is used. */
interface TabStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Where a token is kept in the tab, if that is asked. */
const KEY = 'tenant-data-explorer-token'
const FRAGMENT = /^#token=(?<token>[\w.~-]+)$/
const TOKEN = /^tda_(?<region>[a-z0-9-]+)_(?<credentialId>[0-9A-Za-z]+)_[0-9A-Za-z]+$/

/**
 * The token of this tab. It is in this object alone, and in `sessionStorage` when that was asked; only the client reads it,
 * for its header.
 */
export class Session {
  #token: string | null = null
  #offered: string | null = null
  #state: SessionState = { id: null, ending: null, isByLink: false, offered: null }
  readonly #listeners = new Set<() => void>()
  readonly #storage: TabStorage

  constructor(storage: TabStorage) {
    this.#storage = storage
    const kept = storage.getItem(KEY)
    if (kept !== null) this.signIn(kept, { keep: true })
  }

  /** What pages may know. It is the same object until something changes. */
  readonly state = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** For the header of a request. */
  token(): string {
    return this.#token ?? ''
  }

  signIn(token: string, { keep, isByLink = false }: { keep: boolean; isByLink?: boolean }): void {
    this.#token = token
    this.#offered = null
    if (keep) this.#storage.setItem(KEY, token)
    else this.#storage.removeItem(KEY)
    lastId += 1
    this.#become({ id: lastId, ending: null, isByLink, offered: null })
  }

  /**
   * What a link asks for. It signs in where nobody is; a session that is there stays until somebody agrees, and the token of
   * the link is not used before: anybody can make a link.
   */
  offer(token: string): void {
    const offered = describe(token)
    if (this.#token === null) this.signIn(token, { keep: false, isByLink: true })
    else if (offered !== null && token !== this.#token) {
      this.#offered = token
      this.#become({ ...this.#state, offered })
    }
  }

  /** Switches to the token that was offered. */
  accept(): void {
    if (this.#offered !== null) this.signIn(this.#offered, { keep: false, isByLink: true })
  }

  /** Forgets the token that was offered. */
  decline(): void {
    this.#offered = null
    this.#become({ ...this.#state, offered: null })
  }

  /** Forgets the token; an answer to an earlier sign-in ends nothing. */
  end(ending: Ending, id = this.#state.id): void {
    if (id === null || id !== this.#state.id) return
    this.#token = null
    this.#offered = null
    this.#storage.removeItem(KEY)
    this.#become({ id: null, ending, isByLink: false, offered: null })
  }

  #become(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

let lastId = 0

/** Null for what is no token of this service. */
function describe(token: string): OfferedToken | null {
  const { region, credentialId } = TOKEN.exec(token)?.groups ?? {}
  return region && credentialId ? { region, credentialId } : null
}

/**
 * The token of a link such as `/explorer#token=…`, or null. The fragment is removed at once, so that it is in no address, no
 * history and no link that is copied; it is never sent by a browser.
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
