/** Why nobody is signed in; null before anybody was. */
export type Ending = 'refused' | 'signed-out' | null

export interface SessionState {
  /** Counts the sign-ins, so that nothing of one is shown in another. Null while nobody is signed in. */
  id: number | null
  ending: Ending
}

/** What of `sessionStorage` is used. */
export interface TabStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Where a token is kept in the tab, if that is asked. */
const KEY = 'tenant-data-explorer-token'
const FRAGMENT = /^#token=(?<token>[\w.~-]+)$/

/**
 * The token of this tab. It is in this object alone, and in `sessionStorage` when that was asked; only the client reads it,
 * for its header.
 */
export class Session {
  #token: string | null = null
  #state: SessionState = { id: null, ending: null }
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

  signIn(token: string, { keep }: { keep: boolean }): void {
    this.#token = token
    if (keep) this.#storage.setItem(KEY, token)
    else this.#storage.removeItem(KEY)
    lastId += 1
    this.#become({ id: lastId, ending: null })
  }

  /** Forgets the token; an answer to an earlier sign-in ends nothing. */
  end(ending: Ending, id = this.#state.id): void {
    if (id === null || id !== this.#state.id) return
    this.#token = null
    this.#storage.removeItem(KEY)
    this.#become({ id: null, ending })
  }

  #become(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

let lastId = 0

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
