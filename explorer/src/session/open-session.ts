import { organizationOf, takeToken } from './link.ts'
import { Session } from './session.ts'
import { browserStore, ENDED, newShareId } from './session-store.ts'
import { askTabs, CHANNEL, replyToTabs } from './tabs.ts'

/**
 * Opens the session of this tab: the one before a reload, else that of another open tab, else that of a link with a
 * token, else none. It then follows what happens in other tabs.
 */
export async function openBrowserSession(linked: string | null): Promise<Session> {
  const store = browserStore()
  const session = new Session(store)
  session.openLink(organizationOf(location.search))
  // A link with a token that is opened in the current page changes only the fragment, and does not load the page again.
  addEventListener('hashchange', () => {
    const token = takeToken(location, history)
    if (token !== null) session.offer(token)
  })
  if (store !== null) await joinTabs(session)
  if (linked !== null) session.offer(linked)
  return session
}

async function joinTabs(session: Session): Promise<void> {
  addEventListener('storage', ({ key }) => key === ENDED && session.followOthers())
  // A page that the browser kept while another was shown receives no events in the meantime.
  addEventListener('pageshow', ({ persisted }) => persisted && session.followOthers())
  const channel = new BroadcastChannel(CHANNEL)
  let seenAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    seenAt = Date.now()
  })
  replyToTabs(channel, session, () => (document.visibilityState === 'visible' ? Date.now() : seenAt))
  if (session.state().id !== null) return
  const kept = await askTabs(channel, newShareId(), session.state().linkedTo, (late) => {
    const { id, ending } = session.state()
    if (id === null && ending === null) session.adopt(late)
  })
  if (kept !== null) session.adopt(kept)
}
