import { expect } from 'chai'
import { organizationOf } from '../../../explorer/src/session/link.ts'
import { Session } from '../../../explorer/src/session/session.ts'
import { type KeptSession, newShareId } from '../../../explorer/src/session/session-store.ts'
import { askTabs, type Channel, replyToTabs } from '../../../explorer/src/session/tabs.ts'
import { browserTabs } from '../../support/explorer/web-storage.ts'
import { until } from '../../support/until.ts'

/** Long waits, so that a slow machine changes no result. */
const waits = { first: 60_000, more: 300, late: 60_000 }
const ignore = () => undefined

describe('the session of several tabs', () => {
  const channels: { close(): void }[] = []
  afterEach(() => {
    for (const channel of channels.splice(0)) channel.close()
  })

  /** A channel of this test that other tests do not share. */
  function channelsOf() {
    const name = newShareId()
    return (): Channel => {
      const channel = new BroadcastChannel(name)
      channels.push(channel)
      return {
        postMessage: (message) => channel.postMessage(message),
        addEventListener: (type, listener) =>
          channel.addEventListener(type, (event) => listener(event as unknown as { data: unknown })),
      }
    }
  }

  function tabOf(channel: Channel, token: string, organization: string, seenAt: number): Session {
    const session = new Session(browserTabs().tab().store)
    session.signIn(token, { keep: true })
    session.belongTo(organization)
    replyToTabs(channel, session, () => seenAt)
    return session
  }

  it('is handed to a new tab, with what says that it is the same', async () => {
    const open = channelsOf()
    const first = tabOf(open(), 'a', 'quillmere', 1)
    expect(await askTabs(open(), newShareId(), null, ignore, waits)).to.deep.equal(first.shared())
  })

  it('is that of the organization of the link, else the one that the user saw last', async () => {
    const open = channelsOf()
    tabOf(open(), 'a', 'quillmere', 1)
    tabOf(open(), 'b', 'northbeam', 3)
    tabOf(open(), 'c', 'other', 2)
    expect((await askTabs(open(), newShareId(), null, ignore, waits))?.token).to.equal('b')
    expect((await askTabs(open(), newShareId(), 'quillmere', ignore, waits))?.token).to.equal('a')
    expect((await askTabs(open(), newShareId(), 'unknown', ignore, waits))?.token).to.equal('b')
  })

  it('is not handed over after it ended, or if it is only for one page', async () => {
    const open = channelsOf()
    const ended = tabOf(open(), 'a', 'quillmere', 1)
    ended.end('signed-out')
    const brief = tabOf(open(), 'b', 'quillmere', 1)
    brief.signIn('c', { keep: false })
    const marked = open()
    const seen: unknown[] = []
    marked.addEventListener('message', ({ data }) => void seen.push(data))
    expect(await askTabs(open(), newShareId(), null, ignore, { ...waits, first: 100 })).to.equal(null)
    expect(seen.length).to.equal(1)
  })

  it('is null on a first visit, and can arrive late', async () => {
    const open = channelsOf()
    const late: KeptSession[] = []
    const channel = open()
    const nonce = newShareId()
    let received = 0
    expect(await askTabs(channel, nonce, null, (kept) => late.push(kept), { ...waits, first: 1 })).to.equal(null)
    channel.addEventListener('message', () => {
      received += 1
    })
    const kept = { token: 'a', shareId: newShareId(), isByLink: false }
    const reply = { ...kept, type: 'reply', nonce, organization: null, seenAt: 1 }
    const other = open()
    other.postMessage(reply)
    other.postMessage(reply)
    await until('both replies', () => received === 2)
    expect(late).to.deep.equal([kept])
  })

  it('ignores messages that are no replies to its question', async () => {
    const open = channelsOf()
    const nonce = newShareId()
    const kept = { token: 'a', shareId: newShareId(), isByLink: false }
    const good = { ...kept, type: 'reply', nonce, organization: null, seenAt: 1 }
    const bad = [
      null,
      'reply',
      { ...good, nonce: newShareId() },
      { ...good, type: 'question' },
      { ...good, token: 'a\r\nb' },
      { ...good, token: 1 },
      { ...good, shareId: '' },
      { ...good, isByLink: 'no' },
      { ...good, organization: 1 },
      { ...good, seenAt: '9' },
    ]
    const other = open()
    const asked = askTabs(open(), nonce, null, ignore, waits)
    for (const message of bad) other.postMessage(message)
    other.postMessage({ ...good, token: 'b' })
    expect((await asked)?.token).to.equal('b')
  })

  it('reads the organization of a link, if it has the form of a key', () => {
    expect(organizationOf('?style=QM27-0412&org=quillmere')).to.equal('quillmere')
    for (const search of ['', '?org=', '?org=<b>', '?org=Quillmere', `?org=${'a'.repeat(33)}`]) {
      expect(organizationOf(search), search).to.equal(null)
    }
  })
})
