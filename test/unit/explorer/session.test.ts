import { expect } from 'chai'
import { takeToken } from '../../../explorer/src/session/link.ts'
import { Session } from '../../../explorer/src/session/session.ts'
import { newShareId } from '../../../explorer/src/session/session-store.ts'
import { browserTabs } from '../../support/explorer/web-storage.ts'

const KEEP = { keep: true }
const signedOut = { id: null, isByLink: false, offered: null, organization: null, linkedTo: null }

describe('the session of the explorer', () => {
  it('survives a reload unless the user chose otherwise, and is deleted when it ends', () => {
    const { store, kept } = browserTabs().tab()
    const session = new Session(store)
    session.signIn('a', { keep: false })
    expect([session.token(), kept.size, session.shared()]).to.deep.equal(['a', 0, null])
    session.signIn('b', KEEP)
    expect(new Session(store).token()).to.equal('b')
    session.signIn('c', { keep: false })
    expect(kept.size).to.equal(0)
    session.signIn('d', KEEP)
    session.end('signed-out')
    expect([session.token(), kept.size, session.state()]).to.deep.equal(['', 0, { ...signedOut, ending: 'signed-out' }])
  })

  it('keeps the token only in the storage of its tab', () => {
    const { tab, common } = browserTabs()
    const { store, kept } = tab()
    const session = new Session(store)
    session.signIn('secret', KEEP)
    expect([...kept.values()].join()).to.contain('secret')
    session.end('signed-out')
    expect(common.size).to.equal(1)
    expect([...kept.values(), ...common.values()].join()).to.not.contain('secret')
  })

  it('ends in all tabs that share it, also in one that shows another page at the time', () => {
    const { tab } = browserTabs()
    const [first, second, other] = [tab(), tab(), tab()]
    const session = new Session(first.store)
    session.signIn('a', KEEP)
    const shared = session.shared()
    if (shared === null) throw new Error('The session is not shared')
    const copy = new Session(second.store)
    copy.adopt(shared)
    const apart = new Session(other.store)
    apart.signIn('b', KEEP)
    session.end('signed-out')
    expect(new Session(second.store).state()).to.deep.equal({ ...signedOut, ending: null })
    for (const one of [copy, apart]) one.followOthers()
    expect([copy.token(), copy.state().ending]).to.deep.equal(['', 'signed-out'])
    expect([apart.token(), apart.state().ending]).to.deep.equal(['b', null])
    copy.adopt(shared)
    expect(copy.token()).to.equal('')
  })

  it('ends only in its own tab if the API refused the token, or if the user signs in to another organization', () => {
    for (const ending of ['refused', 'left'] as const) {
      const { tab, common } = browserTabs()
      const session = new Session(tab().store)
      session.signIn('a', KEEP)
      session.end(ending)
      expect([session.token(), session.state().ending, common.size]).to.deep.equal(['', ending, 0])
    }
  })

  it('ignores what is not a session in storage, and lasts as long as the page without storage', () => {
    for (const text of ['', '{', '[]', '{"token":"a b","shareId":"x","isByLink":true}', `{"token":"a"}`]) {
      const { store, kept } = browserTabs().tab(new Map([['tenant-data-explorer-session', text]]))
      expect([new Session(store).token(), kept.size]).to.deep.equal(['', 0])
    }
    const session = new Session(null)
    session.adopt({ token: 'a', shareId: newShareId(), isByLink: false })
    expect(session.token()).to.equal('')
    session.signIn('a', KEEP)
    expect([session.token(), session.shared()]).to.deep.equal(['a', null])
  })

  it('starts with the token of a link if no token is in use, and otherwise asks before it is replaced', () => {
    const [own, strange] = ['tda_local_own_secret', 'tda_eu-west_strange_secret']
    const { store } = browserTabs().tab()
    const session = new Session(store)
    session.offer(own)
    expect([session.token(), session.state().isByLink, session.state().offered]).to.deep.equal([own, true, null])
    expect(new Session(store).state().isByLink).to.equal(true)
    session.signIn(own, KEEP)
    session.offer(own)
    session.offer('no-token')
    expect(session.state().offered).to.equal(null)
    session.offer(strange)
    const offered = { credentialId: 'strange', region: 'eu-west' }
    expect([session.token(), new Session(store).token(), session.state().offered]).to.deep.equal([own, own, offered])
    session.decline()
    session.accept()
    expect([session.token(), session.state().offered]).to.deep.equal([own, null])
    session.offer(strange)
    session.accept()
    expect([session.token(), new Session(store).token(), session.state().offered]).to.deep.equal([
      strange,
      strange,
      null,
    ])
    session.offer(own)
    session.end('signed-out')
    session.accept()
    expect([session.token(), session.state().id]).to.deep.equal(['', null])
  })

  it('is not ended by a response to an earlier sign-in', () => {
    const session = new Session(null)
    session.signIn('a', KEEP)
    const { id } = session.state()
    session.signIn('b', KEEP)
    session.end('refused', id)
    expect(session.token()).to.equal('b')
    session.end('refused')
    expect(session.state().ending).to.equal('refused')
  })

  it('notifies subscribers until they unsubscribe', () => {
    const session = new Session(null)
    let told = 0
    const leave = session.subscribe(() => {
      told += 1
    })
    session.signIn('a', KEEP)
    leave()
    session.end('signed-out')
    expect(told).to.equal(1)
  })

  it('knows that a link is for another organization, until the user continues or the token is of that one', () => {
    const session = new Session(null)
    session.openLink('quillmere')
    session.signIn('a', KEEP)
    expect(session.state().linkedTo).to.equal('quillmere')
    session.belongTo('northbeam')
    expect(session.state()).to.include({ organization: 'northbeam', linkedTo: 'quillmere' })
    session.openLink(null)
    session.openLink('northbeam')
    expect(session.state().linkedTo).to.equal(null)
    session.openLink('quillmere')
    session.end('left')
    expect(session.state()).to.include({ organization: null, linkedTo: 'quillmere' })
    session.signIn('b', KEEP)
    session.belongTo('quillmere')
    expect(session.state()).to.include({ organization: 'quillmere', linkedTo: null })
  })

  it('removes the token from the URL of a link, even if it is malformed', () => {
    const addresses: string[] = []
    const taken = (hash: string) => {
      const location = { hash, pathname: '/explorer/graph', search: '?q=a' }
      const replaceState = (_state: unknown, _unused: string, url: string) => {
        addresses.push(url)
        location.hash = ''
      }
      return takeToken(location, { replaceState })
    }
    expect(taken('#token=tda_local_1.a-b_c~')).to.equal('tda_local_1.a-b_c~')
    expect(taken('#token=<script>')).to.equal(null)
    expect(taken('#main')).to.equal(null)
    expect(addresses).to.deep.equal(['/explorer/graph?q=a', '/explorer/graph?q=a'])
  })
})
