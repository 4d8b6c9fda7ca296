import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { z } from 'zod'
import { connectGraph } from '../../cypher/connect.ts'
import { GraphError } from '../../cypher/errors.ts'
import type { Query } from '../../cypher/query.ts'
import { connectTestGraph } from '../support/graph.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { until } from '../support/until.ts'

const graph = connectTestGraph()

/** A query of a test: the real ones are files. */
function query<R extends z.ZodRawShape>(
  text: string,
  row: R,
  tenantBound = false,
): Query<Record<string, unknown>, z.output<z.ZodObject<R>>> {
  const schema = z.object(row)
  const columns = Object.keys(row)
  return {
    name: 'test',
    text,
    mode: 'READ',
    tenantBound,
    parameterNames: [],
    columns,
    row: { parse: (value) => schema.parse(value) },
  }
}

async function kindOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'done',
    (failure: unknown) => failure,
  )
  return error instanceof GraphError ? error.kind : String(error)
}

describe('connectGraph', () => {
  after(() => graph.close())

  it('refuses a write in READ mode, so that reads cannot write', async () => {
    const write = query('CREATE (n:TestOnly) RETURN 1 AS one', { one: z.int() })
    expect(await kindOf(graph.read(write, null, {}))).to.equal('fault')
  })

  it('ends a read that takes too long, here and on the server', async () => {
    const { NEO4J_URI, NEO4J_USER = 'neo4j', NEO4J_PASSWORD = '', NEO4J_DATABASE = 'neo4j' } = process.env
    const hasty = connectGraph({ NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, NEO4J_DATABASE }, { readTimeoutMs: 400 })
    const mark = randomUUID()
    const slow = query(`UNWIND range(1, 1000000000) AS i WITH i WHERE i < 0 RETURN count(i) AS n /* ${mark} */`, {
      n: z.int(),
    })
    const tookMs = stopwatch()
    expect(await kindOf(hasty.read(slow, null, {}))).to.be.oneOf(['timeout', 'unavailable'])
    expect(tookMs()).to.be.below(1500)
    await until(
      'the end of the transaction on the server',
      async () => {
        const running = await graph.execute('SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery CONTAINS $mark', {
          mark,
        })
        return running.every(({ currentQuery }) => String(currentQuery).startsWith('SHOW'))
      },
      3000,
    )
    await hasty.close()
  })

  it('names the query of a read that failed, and leaves the stacks of other errors as they are', async () => {
    const { stackTraceLimit } = Error
    const failed = graph.read(query('RETURN nothing', {}), null, {})
    expect(Error.stackTraceLimit).to.equal(stackTraceLimit)
    const error = await failed.catch((failure: unknown) => failure)
    expect(error).to.have.property('message', 'The graph answered Neo.ClientError.Statement.SyntaxError to test')
    expect(new Error('other').stack).to.contain('connect.test.ts')
  })

  it('sends whole numbers as integers, and adds the tenant to what is bound to one', async () => {
    const types = query(
      'RETURN valueType($limit) AS type, $tenantKey AS tenantKey',
      { type: z.string(), tenantKey: z.string() },
      true,
    )
    const [row] = await graph.read(types, 'quillmere', { limit: 7 })
    expect(row).to.deep.equal({ type: 'INTEGER NOT NULL', tenantKey: 'quillmere' })
    expect(await kindOf(graph.read(types, null, { limit: 7 }))).to.include('bound to an organization')
  })
})
