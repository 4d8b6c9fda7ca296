import { SessionStore, type WebStorage } from '../../../explorer/src/session/session-store.ts'

/** A storage of a browser in memory. `kept` is what it contains. */
export function webStorage(kept: Map<string, string> = new Map()): WebStorage {
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

/** A browser whose tabs have a storage each and one in common. */
export function browserTabs() {
  const common = new Map<string, string>()
  return {
    common,
    /** The storage of a new tab, and what the tab itself keeps. */
    tab(kept: Map<string, string> = new Map()) {
      return { kept, store: new SessionStore(webStorage(kept), webStorage(common)) }
    },
  }
}
