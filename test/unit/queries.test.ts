import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'chai'
// zod creates two globals. It is loaded here, because mocha reports globals that a hook creates as leaks.
import 'zod'
import { queries, statementsOf } from '../../cypher/query.ts'
import { isBound, patternsOf, statementOf, ungroupedBeforeWrites } from '../support/graph/cypher-patterns.ts'

const folder = new URL('../../cypher/', import.meta.url)
const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })

/** A created node; the ends of created relationships have no label, so they do not match. */
const CREATED_NODE = /\b(?:CREATE|MERGE)\s+\((\w+):/g
/** A MATCH of a relationship, and the first two words of the next line. */
const MATCHED_RELATIONSHIP = /\bMATCH [^\n]*\)-\[[^\n]*\n\s*(\S+ \S+)/g

describe('the queries', () => {
  before('every module of cypher/ declares its queries', async () => {
    for (const file of entries.filter((name) => name.endsWith('.ts'))) await import(new URL(file, folder).href)
  })

  it('are the statements in the files of cypher/, each declared once', () => {
    const files = entries.filter((name) => name.endsWith('.cypher') && !name.startsWith('migrations/'))
    const names = files.flatMap((file) => {
      const statements = statementsOf(readFileSync(new URL(file, folder), 'utf8'))
      return [...statements.keys()].map((statement) => `${dirname(file)}/${statement}`)
    })
    expect(queries.map(({ name }) => name).sort()).to.deep.equal(names.sort())
  })

  it('are split by their names in a file', () => {
    const file =
      '// What it holds.\n\n// name: one\n// The first.\nRETURN 1\n\n// name: twoMore\n// The second.\nRETURN 2\n'
    expect([...statementsOf(file)]).to.deep.equal([
      ['one', '// The first.\nRETURN 1'],
      ['twoMore', '// The second.\nRETURN 2'],
    ])
  })

  it('take the parameters that they declare, and no others', () => {
    for (const { name, text, parameterNames, binding } of queries) {
      const used = new Set([...statementOf(text).matchAll(/\$(\w+)/g)].map(([, parameter]) => parameter))
      if (binding === 'tenant') {
        expect(parameterNames, name).not.to.include.oneOf(['tenantKey', 'tenantLabel'])
        used.delete('tenantKey')
        used.delete('tenantLabel')
      }
      expect([...used].sort(), name).to.deep.equal([...parameterNames].sort())
    }
  })

  it('are sent with their parameters in one map, so that one plan fits all values', () => {
    for (const { name, text, sentText } of queries) {
      expect(sentText.match(/\$(?!params\.\w|\()/g), name).to.equal(null)
      expect(sentText.replaceAll('$params.', '$'), name).to.equal(text)
    }
  })

  it('have a form that returns the generation of the graph if they read projected data', () => {
    for (const { name, mode, binding, parameterNames, textWithGeneration } of queries) {
      const isChecked = mode === 'READ' && binding === 'tenant' && !name.startsWith('exports/')
      expect(textWithGeneration !== null, name).to.equal(isChecked)
      expect(parameterNames, name).not.to.include('projectorGroup')
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

  it('are bound to the tenant on every node and relationship, except those in cypher/system', () => {
    for (const { name, text, binding } of queries) {
      expect(binding === 'system', name).to.equal(name.startsWith('system/'))
      if (binding === 'system') continue
      // Each branch of a UNION has its own variables, so it is checked separately.
      for (const branch of statementOf(text).split(/\bUNION\b/)) {
        const patterns = patternsOf(branch)
        expect(patterns, name).not.to.deep.equal([])
        const free = patterns.filter((pattern) => !isBound(pattern, branch)).map((pattern) => pattern.text)
        expect(free, `${name} reaches beyond its tenant`).to.deep.equal([])
      }
    }
  })

  it('name their index if they read a page, so that a plan from an empty store is right', () => {
    const modules = [
      ...['graph/read-graph', 'bom/read-snapshots', 'bom/read-lines', 'bom/read-requirements'],
      ...['materials/read-materials', 'ingest/read-ingest', 'feed/read-feed'],
    ]
    for (const module of modules) {
      for (const [name, text] of statementsOf(readFileSync(new URL(`${module}.cypher`, folder), 'utf8'))) {
        const statement = statementOf(text)
        expect(statement.match(/\bUSING INDEX\b/g)?.length, name).to.equal(statement.match(/\bMATCH\b/g)?.length)
      }
    }
  })

  it('name the index that finds a relationship, because on a small store the planner starts from its nodes', () => {
    const found = queries
      .filter(({ binding }) => binding === 'tenant')
      .flatMap(({ name, text }) =>
        [...statementOf(text).matchAll(MATCHED_RELATIONSHIP)].map(([, next]) => ({ name, next })),
      )
    expect(found.length).to.be.above(15)
    for (const { name, next } of found) expect(next, name).to.equal('USING INDEX')
  })

  it('give every node that projectors create the label Projected, by which a rebuild deletes it', () => {
    const kept = [
      ...['exports/createExport', 'exceptions/lockReconciliation', 'exceptions/setConnected'],
      // A rebuild keeps dead letters and changes.
      ...['ingest/addDeadLetters', 'feed/appendChanges'],
    ]
    const made = queries
      .filter(({ binding, name }) => binding === 'tenant' && !kept.includes(name))
      .flatMap(({ name, text }) =>
        [...statementOf(text).matchAll(CREATED_NODE)].map(([, node]) => ({ name, node, text })),
      )
    expect(made.length).to.be.above(30)
    for (const { name, node, text } of made) expect(text, name).to.match(new RegExp(String.raw`\b${node}:Projected\b`))
  })

  it('aggregate with a grouping key before a write, so that an earlier filter can prevent the write', () => {
    for (const { name, text } of queries) expect(ungroupedBeforeWrites(statementOf(text)), name).to.deep.equal([])
    const filtered = 'MATCH (g:G)\nWITH g WHERE g.open\nOPTIONAL MATCH (o:O)\n'
    expect(ungroupedBeforeWrites(`${filtered}WITH count(o) AS n, min(o.at) AS at\nMERGE (x:X)`)).to.have.length(1)
    expect(ungroupedBeforeWrites(`${filtered}WITH g, count(o) AS n\nMERGE (x:X)`)).to.deep.equal([])
    expect(ungroupedBeforeWrites(`${filtered}WITH count(o) AS n\nRETURN n`)).to.deep.equal([])
  })

  it('start with a comment', () => {
    for (const { name, text } of queries) expect(text, name).to.match(/^\/\/ [A-Z].+/)
  })
})

describe('the check of patterns', () => {
  const freeIn = (text: string) => {
    const statement = statementOf(text)
    return patternsOf(statement).filter((pattern) => !isBound(pattern, statement)).length
  }

  it('finds an unbound pattern in any clause', () => {
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
