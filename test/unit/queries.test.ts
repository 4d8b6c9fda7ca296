import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { queries } from '../../cypher/query.ts'
import { isBound, patternsOf, statementOf } from '../support/cypher-patterns.ts'

const folder = new URL('../../cypher/', import.meta.url)
const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })

/** Queries without a tenant: few, and each of them known. */
const systemQueries = [
  'system/advance-offset',
  'system/allow-sources',
  'system/begin-rebuild',
  'system/claim-export',
  'system/claim-offset',
  'system/count-marks',
  'system/create-credential',
  'system/create-organization',
  'system/drop-applied',
  'system/drop-bom-changes',
  'system/drop-bom-feeds',
  'system/drop-bom-lines',
  'system/drop-bom-skus',
  'system/drop-bom-styles',
  'system/drop-claims',
  'system/drop-connected-records',
  'system/drop-dataset-loads',
  'system/drop-dataset-rows',
  'system/drop-datasets',
  'system/drop-deleted-links',
  'system/drop-entities',
  'system/drop-links',
  'system/drop-notices',
  'system/drop-observed-fields',
  'system/drop-position-exceptions',
  'system/drop-positions',
  'system/drop-publications',
  'system/drop-rechecks',
  'system/drop-record-codes',
  'system/drop-record-letters',
  'system/drop-record-type-rows',
  'system/drop-requirements',
  'system/drop-seen-events',
  'system/drop-source-records',
  'system/drop-staged-styles',
  'system/drop-timelines',
  'system/expire-credential',
  'system/find-credential',
  'system/find-rebuild',
  'system/finish-rebuild',
  'system/get-projector-lag',
  'system/get-rebuilds',
  'system/hold-export',
  'system/hold-rebuild',
  'system/list-claimable-exports',
  'system/list-credentials',
  'system/list-expired-exports',
  'system/list-marked-organizations',
  'system/list-offsets',
  'system/list-organizations',
  'system/note-lag',
  'system/reset-offsets',
  'system/revoke-credential',
  'system/suspend-organization',
  'system/touch-credentials',
]

describe('the queries', () => {
  before('every module of cypher/ declares its queries', async () => {
    for (const file of entries.filter((name) => /^[\w-]+\.ts$/.test(name))) await import(new URL(file, folder).href)
  })

  it('are the files of cypher/, each declared once', () => {
    const files = entries.filter((name) => name.endsWith('.cypher') && !name.startsWith('migrations/'))
    expect(queries.map(({ name }) => `${name}.cypher`).sort()).to.deep.equal(files.sort())
  })

  it('take the parameters that they declare, and no others', () => {
    for (const { name, text, parameterNames, tenantBound } of queries) {
      const used = new Set([...statementOf(text).matchAll(/\$(\w+)/g)].map(([, parameter]) => parameter))
      if (tenantBound) {
        expect(parameterNames, name).not.to.include.oneOf(['tenantKey', 'tenantLabel'])
        used.delete('tenantKey')
        used.delete('tenantLabel')
      }
      expect([...used].sort(), name).to.deep.equal([...parameterNames].sort())
    }
  })

  it('return the columns of their rows', () => {
    for (const { name, text, columns } of queries) {
      if (columns.length === 0) continue
      const returned =
        statementOf(text)
          .split(/\bRETURN\b/)
          .at(-1) ?? ''
      for (const column of columns) expect(returned, name).to.match(new RegExp(String.raw`\b${column}\b`))
    }
  })

  it('are bound to the tenant on every node and relationship, but for the known few', () => {
    expect(
      queries
        .filter(({ tenantBound }) => !tenantBound)
        .map(({ name }) => name)
        .sort(),
    ).to.deep.equal(systemQueries)
    for (const { name, text } of queries.filter(({ tenantBound }) => tenantBound)) {
      // The branches of a union have their own variables, which may have the same names.
      for (const branch of statementOf(text).split(/\bUNION\b/)) {
        const patterns = patternsOf(branch)
        expect(patterns, name).not.to.deep.equal([])
        const free = patterns.filter((pattern) => !isBound(pattern, branch)).map((pattern) => pattern.text)
        expect(free, `${name} reaches beyond its tenant`).to.deep.equal([])
      }
    }
  })

  it('name their index wherever they read a page, so that a plan made on an empty store is right', () => {
    for (const { name, text } of queries.filter(({ name }) =>
      /^(graph|bom|connected)\/|^exports\/(get|list)-/.test(name),
    )) {
      const statement = statementOf(text)
      expect(statement.match(/\bUSING INDEX\b/g)?.length, name).to.equal(statement.match(/\bMATCH\b/g)?.length)
    }
  })

  it('begin with a line that says what they are', () => {
    for (const { name, text } of queries) expect(text, name).to.match(/^\/\/ [A-Z].+/)
  })
})

describe('the check of patterns', () => {
  const freeIn = (text: string) => {
    const statement = statementOf(text)
    return patternsOf(statement).filter((pattern) => !isBound(pattern, statement)).length
  }

  it('finds a pattern that is not bound, wherever it stands', () => {
    const bound =
      'MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK {tenantKey: $tenantKey}]->(b:Entity {tenantKey: $tenantKey})'
    expect(freeIn(bound)).to.equal(0)
    expect(freeIn(bound.replace('(a:Entity {tenantKey: $tenantKey})', '(a:Entity)'))).to.equal(1)
    expect(freeIn(bound.replace('[l:LINK {tenantKey: $tenantKey}]', '[l:LINK]'))).to.equal(1)
    expect(freeIn(bound.replace('(b:Entity {tenantKey: $tenantKey})', '()'))).to.equal(1)
    expect(freeIn('MATCH (a:Entity) WHERE a.tenantKey = $tenantKey RETURN a')).to.equal(0)
    expect(freeIn('MATCH (a:Entity) WHERE a.id = $id // a.tenantKey = $tenantKey')).to.equal(1)
    expect(freeIn("MATCH (a:Entity) WHERE a.id = 'a.tenantKey = $tenantKey'")).to.equal(1)
    expect(freeIn('MATCH (a {tenantKey: $tenantKey}), (b) RETURN b')).to.equal(1)
    expect(freeIn('MERGE (a:Entity {tenantKey: $tenantKey}) SET a:$($tenantLabel) MERGE (b:Entity)')).to.equal(1)
    expect(freeIn("CALL db.index.fulltext.queryNodes('i', $terms) YIELD node AS e RETURN e")).to.equal(1)
  })
})
