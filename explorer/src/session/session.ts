/** Why the last session ended. Null before the first sign-in. */
export type Ending = 'refused' | 'signed-out' | null

export interface SessionState {
  /** The number of the sign-in, so that data of one is never shown in another. Null while signed out. */
  id: number | null
  ending: Ending
  /** Whether the user signed in by a link instead of by the form. */
  isByLink: boolean
  /** The token of a link that is to replace the current one, until the user decides. */
  offered: OfferedToken | null
}

/** What the text of a token contains, without a request. */
export interface OfferedToken {
  credentialId: string
  region: string
}

/** The part of `sessionStorage` that is used. */
interface TabStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** The key of the token in `sessionStorage`, if the user chose to keep it. */
const KEY = 'tenant-data-explorer-token'
const FRAGMENT = /^#token=(?<token>[\w.~-]+)$/
const TOKEN = /^tda_(?<region>[a-z0-9-]+)_(?<credentialId>[0-9A-Za-z]+)_[0-9A-Za-z]+$/

/**
 * The token of this tab. Only this object has it, and `sessionStorage` if the user chose to keep it. Only the client
 * reads it, for the Authorization header.
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

  /** The state that pages may know. It is the same object until something changes. */
  readonly state = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The token for the header of a request. */
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
   * Handles the token of a link. It signs in if there is no session. An existing session stays until the user agrees,
   * and the token of the link is not used before, because anyone can create a link.
   */
  offer(token: string): void {
    const offered = describe(token)
    if (this.#token === null) this.signIn(token, { keep: false, isByLink: true })
    else if (offered !== null && token !== this.#token) {
      this.#offered = token
      this.#become({ ...this.#state, offered })
    }
  }

  /** Switches to the offered token. */
  accept(): void {
    if (this.#offered !== null) this.signIn(this.#offered, { keep: false, isByLink: true })
  }

  /** Discards the offered token. */
  decline(): void {
    this.#offered = null
    this.#become({ ...this.#state, offered: null })
  }

  /** Signs out. A late response to a request of an earlier sign-in does not end the current one. */
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

/** Null if the text is not a token of this service. */
function describe(token: string): OfferedToken | null {
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
