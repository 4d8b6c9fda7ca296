import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { readConfig } from '../../../api/config/config.ts'
import { readCursorKeys } from '../../../api/config/cursor-keys.ts'
import { compileTrust } from '../../../api/config/trust-proxy.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const read = (variables: Record<string, string>) => readConfig({ CURSOR_KEYS: key, ...variables })

describe('configuration of the API', () => {
  it('derives the public addresses', () => {
    expect(read({})).to.include({ baseUrl: 'http://localhost:8080', docsUrl: 'http://localhost:8080/docs' })
    expect(read({ BASE_URL: 'https://api.test/data/' })).to.include({
      baseUrl: 'https://api.test/data',
      docsUrl: 'https://api.test/data/docs',
    })
    expect(read({ DOCS_URL: 'https://docs.test/' }).docsUrl).to.equal('https://docs.test')
    expect(() => read({ PORT: '0' })).to.throw('BASE_URL')
  })

  it('excludes its own region from the other regions', () => {
    const { region, otherRegions } = read({ DATA_REGION: 'eu-1', DATA_REGIONS: 'eu-1, us-1' })
    expect(region).to.equal('eu-1')
    expect([...otherRegions]).to.deep.equal(['us-1'])
  })

  it('names every invalid variable without its value', () => {
    expect(() => read({ PORT: 'secret-port', LOG_LEVEL: 'secret-level' }))
      .to.throw(/PORT[\s\S]*LOG_LEVEL/)
      .with.property('message')
      .that.does.not.include('secret')
    expect(() => read({ CURSOR_KEYS: `${key},c2hvcnQ=` }))
      .to.throw('CURSOR_KEYS')
      .with.property('message')
      .that.does.not.include('c2hvcnQ')
  })

  it('accepts only Redis URLs as REDIS_URL', () => {
    expect(read({ REDIS_URL: 'rediss://user:pass@cache.test:6380/1' }).environment.REDIS_URL).to.include('cache.test')
    for (const url of ['nonsense', 'http://cache.test', 'redis']) {
      expect(() => read({ REDIS_URL: url }), url).to.throw('REDIS_URL')
    }
  })

  it('accepts no proxy, a number of hops, or addresses and subnets in TRUST_PROXY, but not every proxy', () => {
    expect(compileTrust('false')).to.equal(false)
    expect(compileTrust('2')).to.equal(2)
    expect(compileTrust('10.0.0.0/8, 2001:db8::/32,loopback')).to.deep.equal([
      '10.0.0.0/8',
      '2001:db8::/32',
      'loopback',
    ])
    for (const text of ['true', '-1', 'proxy.test', '10.0.0.0/33', '10.0.0.0/', '2001:db8::/x', '10.0.0.0/8,']) {
      expect(() => compileTrust(text), text).to.throw('TRUST_PROXY')
    }
  })

  it('creates a key for cursors once, in a file that only its owner can read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tda-keys-'))
    const [made] = readCursorKeys(undefined, join(folder, 'inside'))
    expect(made).to.have.length(32)
    expect(readCursorKeys([], join(folder, 'inside'))).to.deep.equal([made])
    expect(statSync(join(folder, 'inside', 'cursor.key')).mode & 0o077).to.equal(0)
    rmSync(folder, { recursive: true })
  })
})
