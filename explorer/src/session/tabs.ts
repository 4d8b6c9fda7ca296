import type { Session } from './session.ts'
import { isKeptSession, type KeptSession } from './session-store.ts'

/** The name of the channel between the tabs of this origin. Browsers deliver its messages to no other origin. */
export const CHANNEL = 'tenant-data-explorer-session'

/** The part of a `BroadcastChannel` that is used. */
export interface Channel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

/** How long a new tab waits, in milliseconds: for a first reply, for replies of more tabs, and for late replies. */
export interface Waits {
  first: number
  more: number
  late: number
}

/** A first visit, to which no tab replies, waits less than a reader notices. Busy tabs can reply late. */
const waits: Waits = { first: 120, more: 25, late: 3000 }

interface Question {
  type: 'question'
  /** Repeated in the replies to it. */
  nonce: string
}

interface Reply extends KeptSession {
  type: 'reply'
  nonce: string
  organization: string | null
  /** When a user last saw the tab, in milliseconds. */
  seenAt: number
}

/** Hands the session of this tab to new tabs that ask for one. */
export function replyToTabs(channel: Channel, session: Session, seenAt: () => number): void {
  channel.addEventListener('message', ({ data }) => {
    const kept = session.shared()
    if (kept === null || !isQuestion(data)) return
    const { organization } = session.state()
    const reply: Reply = { ...kept, type: 'reply', nonce: data.nonce, organization, seenAt: seenAt() }
    channel.postMessage(reply)
  })
}

/**
 * Asks the open tabs for their session. If they have several, it returns that of the given organization, else the one
 * that the user saw last.
 * @param onLate called with a session that arrived too late for the returned promise
 */
export function askTabs(
  channel: Channel,
  nonce: string,
  organization: string | null,
  onLate: (kept: KeptSession) => void,
  { first, more, late }: Waits = waits,
): Promise<KeptSession | null> {
  const replies: Reply[] = []
  const { promise, resolve } = Promise.withResolvers<KeptSession | null>()
  const isOfLink = (reply: Reply) => Number(reply.organization === organization)
  const best = () => replies.toSorted((a, b) => isOfLink(b) - isOfLink(a) || b.seenAt - a.seenAt)[0]
  const choose = () => resolve(keptOf(best()))
  const startedAt = performance.now()
  let isOver = false
  channel.addEventListener('message', ({ data }) => {
    if (!isReply(data) || data.nonce !== nonce || performance.now() - startedAt > late) return
    const kept = keptOf(data)
    if (isOver && replies.length === 0 && kept !== null) onLate(kept)
    if (replies.push(data) === 1) setTimeout(choose, more)
  })
  setTimeout(() => {
    isOver = true
    if (replies.length === 0) resolve(null)
  }, first)
  const question: Question = { type: 'question', nonce }
  channel.postMessage(question)
  return promise
}

function keptOf(reply: Reply | undefined): KeptSession | null {
  return reply === undefined ? null : { token: reply.token, shareId: reply.shareId, isByLink: reply.isByLink }
}

function isQuestion(data: unknown): data is Question {
  return isMessage(data, 'question')
}

function isReply(data: unknown): data is Reply {
  if (!isMessage(data, 'reply') || !isKeptSession(data)) return false
  const { organization, seenAt } = data as Partial<Record<keyof Reply, unknown>>
  return (organization === null || typeof organization === 'string') && typeof seenAt === 'number'
}

function isMessage(data: unknown, type: string): data is { nonce: string } {
  if (typeof data !== 'object' || data === null) return false
  const given = data as { type?: unknown; nonce?: unknown }
  return given.type === type && typeof given.nonce === 'string'
}
