import { expect } from 'chai'
import { Session, takeToken } from '../../../explorer/src/session/session.ts'

function storageOf(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

describe('the session of the explorer', () => {
  it('stores a token only on request, and deletes it when the session ends', () => {
    const kept = new Map<string, string>()
    const session = new Session(storageOf(kept))
    session.signIn('a', { keep: false })
    expect([session.token(), kept.size]).to.deep.equal(['a', 0])
    session.signIn('b', { keep: true })
    expect(new Session(storageOf(kept)).token()).to.equal('b')
    session.signIn('c', { keep: false })
    expect(kept.size).to.equal(0)
    session.signIn('d', { keep: true })
    session.end('signed-out')
    expect([session.token(), kept.size, session.state()]).to.deep.equal([
      '',
      0,
      { id: null, ending: 'signed-out', isByLink: false, offered: null },
    ])
  })

  it('starts with the token of a link if no token is in use, and otherwise asks before it is replaced', () => {
    const [own, strange] = ['tda_local_own_secret', 'tda_eu-west_strange_secret']
    const kept = new Map<string, string>()
    const session = new Session(storageOf(kept))
    session.offer(own)
    const { id } = session.state()
    expect([session.token(), session.state()]).to.deep.equal([own, { id, ending: null, isByLink: true, offered: null }])
    session.signIn(own, { keep: true })
    session.offer(own)
    session.offer('no-token')
    expect(session.state().offered).to.equal(null)
    session.offer(strange)
    expect([session.token(), kept.size, session.state().offered]).to.deep.equal([
      own,
      1,
      { credentialId: 'strange', region: 'eu-west' },
    ])
    session.decline()
    session.accept()
    expect([session.token(), kept.size, session.state().offered]).to.deep.equal([own, 1, null])
    session.offer(strange)
    session.accept()
    expect([session.token(), kept.size, session.state().offered]).to.deep.equal([strange, 0, null])
    session.offer(own)
    session.end('signed-out')
    session.accept()
    expect([session.token(), session.state().id]).to.deep.equal(['', null])
  })

  it('is not ended by a response to an earlier sign-in', () => {
    const session = new Session(storageOf(new Map()))
    session.signIn('a', { keep: false })
    const { id } = session.state()
    session.signIn('b', { keep: false })
    session.end('refused', id)
    expect(session.token()).to.equal('b')
    session.end('refused')
    expect(session.state().ending).to.equal('refused')
  })

  it('notifies subscribers until they unsubscribe', () => {
    const session = new Session(storageOf(new Map()))
    let told = 0
    const leave = session.subscribe(() => {
      told += 1
    })
    session.signIn('a', { keep: false })
    leave()
    session.end('signed-out')
    expect(told).to.equal(1)
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
