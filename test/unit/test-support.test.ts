import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

const root = join(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** How many statements of its own a test sends to Neo4j, and why. The numbers may only decrease. */
const ownStatements: Record<string, [count: number, reason: string]> = {
  'test/bom/list-bom-yields.test.ts': [1, 'closes some lines at random while they are read'],
  'test/cli/check.test.ts': [1, 'damages documents of every kind'],
  'test/exports/create-export.test.ts': [1, 'opens an export that has ended'],
  'test/exports/rebuild.test.ts': [2, 'hides publications by another label'],
  'test/faults/graph/one-step-schema.test.ts': [8, 'tests the schema'],
  'test/faults/graph/passwords.test.ts': [3, 'tests users of Neo4j'],
  'test/faults/graph/schema.test.ts': [11, 'tests the schema'],
  'test/faults/starting.test.ts': [6, 'empties the whole graph and its schema'],
  'test/faults/upgrade.test.ts': [25, 'stores what earlier versions stored'],
  'test/graph/connect.test.ts': [12, 'tests how statements are sent'],
  'test/graph/dense-node.test.ts': [1, 'writes many relationships of one node'],
  'test/graph/embedded-neo4j.test.ts': [1, 'tests users of Neo4j'],
  'test/graph/explain.test.ts': [1, 'tests plans of statements'],
  'test/graph/isolation.test.ts': [4, 'stores what belongs to two organizations'],
  'test/graph/plan-cache.test.ts': [2, 'clears plans of statements'],
  'test/graph/unreadable-rows.test.ts': [1, 'damages rows of every kind'],
  'test/materials/get-service-data-freshness.test.ts': [1, 'stores the lag of a group that may exist'],
  'test/projector/audit.test.ts': [1, 'stores what must never be in the graph'],
  'test/projector/reconcile-cost.test.ts': [3, 'writes thousands of nodes'],
}

describe('test support', () => {
  it('has a line in its README for each module', () => {
    const modules = globSync('test/support/**/*.ts', { cwd: root }).map((file) => file.replace('test/support/', ''))
    const listed = [...textOf('test/support/README.md').matchAll(/^\| \[`[^`]+`\]\(([^)]+)\) \| \S/gm)]
    expect(modules.length).to.be.above(100)
    expect(listed.map(([, file]) => file)).to.have.members(modules)
  })

  it('reads and changes the graph for all tests, except for the listed statements of single tests', () => {
    const tests = globSync('test/**/*.ts', { cwd: root, exclude: ['test/support/**', 'test/connect/**'] })
    const found = tests.map((file) => [file, textOf(file).match(/\.(?:execute|session)\(/g)?.length ?? 0] as const)
    const counts = Object.entries(ownStatements).map(([file, [count]]) => [file, count])
    expect(Object.fromEntries(found.filter(([, count]) => count > 0))).to.deep.equal(Object.fromEntries(counts))
  })
})
