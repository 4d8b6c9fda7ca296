import { describeToken, type OfferedToken } from './link.ts'
import { type KeptSession, newShareId, type SessionStore } from './session-store.ts'

/** Why the last session ended. `left`: to sign in to another organization. Null before the first sign-in. */
export type Ending = 'refused' | 'signed-out' | 'left' | null

export interface SessionState {
  /** The number of the sign-in, so that data of one is never shown in another. Null while signed out. */
  id: number | null
  ending: Ending
  /** Whether the user signed in by a link instead of by the form. */
  isByLink: boolean
  /** The token of a link that is to replace the current one, until the user decides. */
  offered: OfferedToken | null
  /** The key of the organization of the token, once it is loaded. */
  organization: string | null
  /** The key of the organization of the link that was opened, unless it is that of the token. */
  linkedTo: string | null
}

const signedOut = { id: null, isByLink: false, offered: null, organization: null }

interface SignIn {
  /** Whether the session survives a reload, and is handed to new tabs. */
  keep: boolean
  isByLink?: boolean
  shareId?: string
}

/**
 * The token of this tab. Only this object has it, the storage of the tab, and other tabs that share the session. Only
 * the client reads it, for the Authorization header.
 */
export class Session {
  #token: string | null = null
  /** Null for a session that is neither kept nor shared. */
  #shareId: string | null = null
  #offered: string | null = null
  #state: SessionState = { ...signedOut, ending: null, linkedTo: null }
  readonly #listeners = new Set<() => void>()
  readonly #store: SessionStore | null

  /** @param store null if the browser keeps nothing; then the session ends with the page. */
  constructor(store: SessionStore | null) {
    this.#store = store
    const kept = store?.read() ?? null
    if (kept !== null) this.adopt(kept)
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

  signIn(token: string, { keep, isByLink = false, shareId = newShareId() }: SignIn): void {
    this.#token = token
    this.#offered = null
    this.#shareId = keep && this.#store !== null ? shareId : null
    lastId += 1
    const { linkedTo } = this.#state
    this.#state = { id: lastId, ending: null, isByLink, offered: null, organization: null, linkedTo }
    this.#store?.write(this.shared())
    this.#become(this.#state)
  }

  /** The session as other tabs may have it, or null. */
  shared(): KeptSession | null {
    const { isByLink } = this.#state
    if (this.#token === null || this.#shareId === null) return null
    return { token: this.#token, shareId: this.#shareId, isByLink }
  }

  /** Continues a session of this tab before a reload, or of another tab, unless the user signed out of it. */
  adopt({ token, shareId, isByLink }: KeptSession): void {
    if (this.#store?.hasEnded(shareId) === false) this.signIn(token, { keep: true, isByLink, shareId })
  }

  /**
   * Handles the token of a link. It signs in if there is no session. An existing session stays until the user agrees,
   * and the token of the link is not used before, because anyone can create a link.
   */
  offer(token: string): void {
    const offered = describeToken(token)
    if (this.#token === null) this.signIn(token, { keep: true, isByLink: true })
    else if (offered !== null && token !== this.#token) {
      this.#offered = token
      this.#become({ ...this.#state, offered })
    }
  }

  /** Switches to the offered token. */
  accept(): void {
    if (this.#offered !== null) this.signIn(this.#offered, { keep: true, isByLink: true })
  }

  /** Discards the offered token. */
  decline(): void {
    this.#offered = null
    this.#become({ ...this.#state, offered: null })
  }

  /** Notes the organization of the token. */
  belongTo(organization: string): void {
    const { linkedTo } = this.#state
    if (organization === this.#state.organization) return
    this.#become({ ...this.#state, organization, linkedTo: linkedTo === organization ? null : linkedTo })
  }

  /** Notes the organization of the link that is opened. */
  openLink(organization: string | null): void {
    const linkedTo = organization === this.#state.organization ? null : organization
    if (linkedTo !== this.#state.linkedTo) this.#become({ ...this.#state, linkedTo })
  }

  /**
   * Signs out. A late response to a request of an earlier sign-in does not end the current one. Only a user who signs
   * out ends the session in other tabs, too.
   */
  end(ending: Ending, id = this.#state.id): void {
    if (id === null || id !== this.#state.id) return
    if (ending === 'signed-out' && this.#shareId !== null) this.#store?.end(this.#shareId)
    this.#token = null
    this.#shareId = null
    this.#offered = null
    this.#store?.write(null)
    this.#become({ ...signedOut, ending, linkedTo: this.#state.linkedTo })
  }

  /** Signs out if the user signed out of this session in another tab. */
  followOthers(): void {
    if (this.#shareId !== null && this.#store?.hasEnded(this.#shareId)) this.end('signed-out')
  }

  #become(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

let lastId = 0
