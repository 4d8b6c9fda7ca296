/** A session as it is kept for a tab, and handed to other tabs. */
export interface KeptSession {
  token: string
  /** Random, and the same in all tabs that share the session. */
  shareId: string
  isByLink: boolean
}

/** The part of `sessionStorage` and `localStorage` that is used. */
export interface WebStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** The key of the session in `sessionStorage`. */
const KEPT = 'tenant-data-explorer-session'
/** The key in `localStorage` of the share IDs of sessions that a user signed out of. It never contains a token. */
export const ENDED = 'tenant-data-explorer-ended'
/** Tabs that were closed or reloaded since do not need older ones. */
const MOST_ENDED = 100

const SHARE_ID = /^[0-9a-f]{32}$/

/**
 * What a browser keeps about sessions: the token of a tab in the storage of that tab, and in the storage of all tabs
 * which sessions have ended. A tab that shows another page, such as the docs, learns of a sign-out when it returns.
 */
export class SessionStore {
  readonly #tab: WebStorage
  readonly #all: WebStorage

  constructor(tab: WebStorage, all: WebStorage) {
    this.#tab = tab
    this.#all = all
  }

  /** The session of this tab, or null if it has none, or if the user signed out of it in another tab. */
  read(): KeptSession | null {
    const kept = parsed(this.#tab.getItem(KEPT))
    if (!isKeptSession(kept) || this.hasEnded(kept.shareId)) {
      this.write(null)
      return null
    }
    return { token: kept.token, shareId: kept.shareId, isByLink: kept.isByLink }
  }

  write(kept: KeptSession | null): void {
    if (kept === null) this.#tab.removeItem(KEPT)
    else this.#tab.setItem(KEPT, JSON.stringify(kept))
  }

  /** Ends a session in all tabs that share it. */
  end(shareId: string): void {
    this.#all.setItem(ENDED, JSON.stringify([...this.#ended(), shareId].slice(-MOST_ENDED)))
  }

  hasEnded(shareId: string): boolean {
    return this.#ended().includes(shareId)
  }

  #ended(): string[] {
    const ids = parsed(this.#all.getItem(ENDED))
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string' && SHARE_ID.test(id)) : []
  }
}

/** The storage of this browser, or null if the user or a policy blocks it. */
export function browserStore(): SessionStore | null {
  try {
    return new SessionStore(sessionStorage, localStorage)
  } catch {
    return null
  }
}

/** A random share ID. `crypto.randomUUID` would need HTTPS. */
export function newShareId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether a value from storage or from another tab is a session. */
export function isKeptSession(value: unknown): value is KeptSession {
  if (typeof value !== 'object' || value === null) return false
  const { token, shareId, isByLink } = value as Partial<Record<keyof KeptSession, unknown>>
  return (
    typeof token === 'string' &&
    /^[\x21-\x7e]+$/.test(token) &&
    typeof shareId === 'string' &&
    SHARE_ID.test(shareId) &&
    typeof isByLink === 'boolean'
  )
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
