import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { z } from 'zod'
import { connectGraph } from '../../cypher/connect.ts'
import { GraphError } from '../../cypher/errors.ts'
import { type Binding, type Query, sentText } from '../../cypher/query.ts'
import { withGeneration } from '../../cypher/with-generation.ts'
import { createOrganizationMutex } from '../../projector/partitions/organization-mutex.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { patient } from '../support/graph/patience.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { until } from '../support/until.ts'

const graph = connectTestGraph()

/** Declares a statement of a test; those of the product are declared from `.cypher` files. */
function query<R extends z.ZodRawShape, B extends Binding = 'system'>(
  text: string,
  row: R,
  binding = 'system' as B,
): Query<Record<string, unknown>, z.output<z.ZodObject<R>>, B> {
  const schema = z.object(row)
  const columns = Object.keys(row)
  return {
    name: 'test',
    text,
    sentText: sentText(text),
    mode: 'READ',
    binding,
    textWithGeneration: binding === 'tenant' ? sentText(withGeneration(text, columns)) : null,
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

  it('rejects a statement that writes in READ mode', async () => {
    const write = query('CREATE (n:TestOnly) RETURN 1 AS one', { one: z.int() })
    expect(await kindOf(graph.read(write, null, {}))).to.equal('fault')
  })

  it('ends a read after its timeout, for the caller and on the server', async () => {
    const { NEO4J_URI, NEO4J_USER = 'neo4j', NEO4J_PASSWORD = '', NEO4J_DATABASE = 'neo4j' } = process.env
    const hasty = connectGraph({ NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, NEO4J_DATABASE }, { readTimeoutMs: 400 })
    const mark = randomUUID()
    const slow = query(`UNWIND range(1, 1000000000) AS i WITH i WHERE i < 0 RETURN count(i) AS n /* ${mark} */`, {
      n: z.int(),
    })
    const tookMs = stopwatch()
    expect(await kindOf(hasty.read(slow, null, {}))).to.be.oneOf(['timeout', 'unavailable'])
    expect(tookMs()).to.be.below(30_000)
    await until(
      'the end of the transaction on the server',
      async () => {
        const running = await graph.execute('SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery CONTAINS $mark', {
          mark,
        })
        return running.every(({ currentQuery }) => String(currentQuery).startsWith('SHOW'))
      },
      30_000,
    )
    await hasty.close()
  })

  it('reads and writes through an address of the form neo4j://', async () => {
    const { NEO4J_URI = '', NEO4J_USER = 'neo4j', NEO4J_PASSWORD = '', NEO4J_DATABASE = 'neo4j' } = process.env
    const routed = NEO4J_URI.replace(/^bolt:/, 'neo4j:')
    expect(routed).to.match(/^neo4j:/)
    const own = connectGraph({ NEO4J_URI: routed, NEO4J_USER, NEO4J_PASSWORD, NEO4J_DATABASE }, patient)
    const id = randomUUID()
    const creating = query('CREATE (n:TestOnly {id: $id}) RETURN n.id AS id', { id: z.string() })
    const dropping = query('MATCH (n:TestOnly {id: $id}) DELETE n RETURN $id AS id', { id: z.string() })
    const finding = query('MATCH (n:TestOnly {id: $id}) RETURN n.id AS id', { id: z.string() })
    // A statement that writes succeeds only on the leader: `read` fails with it, and `readFromLeader` does not.
    expect(await own.readFromLeader(creating, null, { id })).to.deep.equal([{ id }])
    expect(await kindOf(own.read(creating, null, { id }))).to.equal('fault')
    expect(await own.read(finding, null, { id })).to.deep.equal([{ id }])
    expect(await own.readFromLeader(finding, null, { id })).to.deep.equal([{ id }])
    await own.write((run) => run(dropping, null, { id }))
    expect(await own.read(finding, null, { id })).to.deep.equal([])
    await own.close()
  })

  it('returns the result of a read that arrived while the process was suspended beyond the timeout', async () => {
    const { NEO4J_URI, NEO4J_USER = 'neo4j', NEO4J_PASSWORD = '', NEO4J_DATABASE = 'neo4j' } = process.env
    const own = connectGraph({ NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, NEO4J_DATABASE }, { readTimeoutMs: 4000 })
    const counting = query('UNWIND range(1, 500000) AS i RETURN count(i) AS n', { n: z.int() })
    await own.read(counting, null, {})
    const reading = own.read(counting, null, {})
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
    // Blocks this process for longer than the read may take.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4500)
    expect(await reading).to.deep.equal([{ n: 500_000 }])
    await own.close()
  })

  describe('a statement that Neo4j cannot run', () => {
    const fulltext = (index: string, search: string) =>
      query(`CALL db.index.fulltext.queryNodes('${index}', '${search}') YIELD score RETURN score`, {
        score: z.number(),
      })
    const own = { label: `Test${randomUUID().replaceAll('-', '')}`, index: `test_${randomUUID().replaceAll('-', '')}` }

    after(async () => {
      await graph.execute(`DROP INDEX ${own.index} IF EXISTS`)
      await graph.execute(`MATCH (n:${own.label}) DELETE n`)
    })

    it('is retryable (`unavailable`) while its index is missing or has failed, also a full-text index', async () => {
      const scan = `MATCH (n:${own.label}) USING INDEX n:${own.label}(id) WHERE n.id = 'x' RETURN n.id AS id`
      expect(await kindOf(graph.read(query(scan, { id: z.string() }), null, {}))).to.equal('unavailable')
      expect(await kindOf(graph.read(fulltext(own.index, 'poplin'), null, {}))).to.equal('unavailable')
      // The index fails, because the text is longer than a term of the index may be.
      await graph.execute(`CREATE (n:${own.label} {text: $text})`, { text: 'x'.repeat(40_000) })
      await graph.execute(
        `CREATE FULLTEXT INDEX ${own.index} FOR (n:${own.label}) ON EACH [n.text] OPTIONS {indexConfig: {\`fulltext.analyzer\`: 'keyword'}}`,
      )
      await until('the failure of the index', async () => {
        const [row] = await graph.execute('SHOW INDEXES YIELD name, state WHERE name = $name RETURN state', {
          name: own.index,
        })
        return row?.state === 'FAILED'
      })
      expect(await kindOf(graph.read(fulltext(own.index, 'poplin'), null, {}))).to.equal('unavailable')
    })

    it('is a `fault` if its syntax or its arguments are wrong', async () => {
      expect(await kindOf(graph.read(fulltext('entity_words', '[poplin'), null, {}))).to.equal('fault')
      expect(
        await kindOf(graph.read(query("RETURN date('FAILED state') AS day", { day: z.string() }), null, {})),
      ).to.equal('fault')
    })
  })

  it('names the query of a read that failed', async () => {
    const error = await graph.read(query('RETURN nothing', {}), null, {}).catch((failure: unknown) => failure)
    expect(error).to.have.property('message', 'The graph returned Neo.ClientError.Statement.SyntaxError for test')
  })

  it('sends whole numbers as integers, and adds the tenant key to tenant-bound statements', async () => {
    const types = query(
      'RETURN valueType($limit) AS type, $tenantKey AS tenantKey',
      { type: z.string(), tenantKey: z.string() },
      'tenant',
    )
    const [row] = await graph.read(types, 'quillmere', { limit: 7 })
    expect(row).to.deep.equal({ type: 'INTEGER NOT NULL', tenantKey: 'quillmere' })
    // @ts-expect-error: a tenant-bound statement needs an organization
    expect(await kindOf(graph.read(types, null, { limit: 7 }))).to.include('bound to an organization')
  })

  describe('a read with the generation of the graph', () => {
    const groupId = randomUUID()
    const setGeneration = (generation: number) =>
      graph.execute('MERGE (g:ProjectorGroup {groupId: $groupId}) SET g.generation = $generation', {
        groupId,
        generation,
      })

    after(() => graph.execute('MATCH (g:ProjectorGroup {groupId: $groupId}) DELETE g', { groupId }))

    it('returns the same rows in the same order as a plain read, with columns by name', async () => {
      const text = "UNWIND [3, 1, 2] AS n\nRETURN CASE n WHEN 1 THEN null ELSE 'no. ' + n END AS name, n\nORDER BY n"
      const numbers = query(text, { n: z.int(), name: z.string().nullable() }, 'tenant')
      const { rows } = await graph.readWithGeneration(numbers, 'alderby', {}, groupId)
      expect(rows).to.deep.equal([
        { n: 1, name: null },
        { n: 2, name: 'no. 2' },
        { n: 3, name: 'no. 3' },
      ])
      expect(rows).to.deep.equal(await graph.read(numbers, 'alderby', {}))
    })

    it('returns all rows, in however many batches the driver receives them', async () => {
      const counted = query('UNWIND range(1, $count) AS n\nRETURN n\nORDER BY n', { n: z.int() }, 'tenant')
      for (const count of [1, 24, 25, 26, 50, 51, 2000]) {
        const { rows } = await graph.readWithGeneration(counted, 'alderby', { count }, groupId)
        expect(rows.map(({ n }) => n)).to.deep.equal(Array.from({ length: count }, (_, at) => at + 1))
      }
    })

    it('returns the generation if there are no rows, and 0 if the group has no generation yet', async () => {
      const nothing = query('UNWIND [] AS n\nRETURN n', { n: z.int() }, 'tenant')
      const none = await graph.readWithGeneration(nothing, 'alderby', {}, randomUUID())
      expect(none).to.deep.equal({ rows: [], generation: 0 })
      await setGeneration(6)
      const some = await graph.readWithGeneration(nothing, 'alderby', {}, groupId)
      expect(some).to.deep.equal({ rows: [], generation: 6 })
    })

    it('returns the generation that the graph has after the rows were read, not before', async () => {
      const mark = randomUUID()
      await setGeneration(8)
      await graph.execute('CREATE (n:TestOnly {id: $mark})', { mark })
      const waiting = query(
        `UNWIND range(1, 1000000000) AS turn
        CALL (turn) {
          MATCH (n:TestOnly {id: $mark})
          RETURN n.found AS found
        }
        WITH found WHERE found IS NOT NULL
        LIMIT 1
RETURN found`,
        { found: z.string() },
        'tenant',
      )
      const reading = graph.readWithGeneration(waiting, 'alderby', { mark }, groupId)
      await until('the first turns of the read', async () => {
        const running = await graph.execute(
          `SHOW TRANSACTIONS YIELD currentQuery, currentQueryStatus
          WHERE currentQuery STARTS WITH $begin AND currentQueryStatus = 'running'
          RETURN currentQuery`,
          { begin: 'UNWIND range(1, 1000000000) AS turn' },
        )
        return running.length > 0
      })
      await setGeneration(9)
      await graph.execute("MATCH (n:TestOnly {id: $mark}) SET n.found = 'now'", { mark })
      expect(await reading).to.deep.equal({ rows: [{ found: 'now' }], generation: 9 })
      await graph.execute('MATCH (n:TestOnly {id: $mark}) DELETE n', { mark })
    })
  })

  it('runs exclusive writes one at a time, and starts the next while the previous one is being committed', async () => {
    const runExclusive = createOrganizationMutex()(['alderby'])
    const seen: string[] = []
    const write = async (name: string) => {
      await graph.write(async (run) => {
        seen.push(`${name} begins`)
        await run(query('RETURN 1 AS one', { one: z.int() }), null, {})
        seen.push(`${name} is through`)
      }, runExclusive)
      seen.push(`${name} is committed`)
    }
    await Promise.all(['first', 'second'].map(write))
    const inOrder = seen.filter((one) => !['second is through', 'second is committed'].includes(one))
    expect(inOrder).to.deep.equal(['first begins', 'first is through', 'second begins', 'first is committed'])
  })

  it('rolls back an exclusive write that fails, and runs the next one', async () => {
    const runExclusive = createOrganizationMutex()(['alderby'])
    const id = randomUUID()
    const create = query('CREATE (n:TestOnly {id: $id}) RETURN 1 AS one', { one: z.int() })
    const failing = graph.write(async (run) => {
      await run(create, null, { id })
      throw new Error('changed its mind')
    }, runExclusive)
    const count = query('MATCH (n:TestOnly {id: $id}) RETURN count(n) AS found', { found: z.int() })
    const [failed, [counted]] = await Promise.all([
      failing.then(
        () => 'done',
        (error: Error) => error.message,
      ),
      graph.write((run) => run(count, null, { id }), runExclusive),
    ])
    expect(failed).to.equal('changed its mind')
    expect(counted).to.deep.equal({ found: 0 })
  })

  it('accepts no organization for system statements, and no statement whose binding is unknown', async () => {
    const system = query('RETURN 1 AS one', { one: z.int() })
    expect(await graph.read(system, null, {})).to.deep.equal([{ one: 1 }])
    // @ts-expect-error: a system statement takes no organization
    const asked = (): Promise<unknown> => graph.read(system, 'quillmere', {})
    const either: Query<Record<string, unknown>, { one: number }> = system
    // @ts-expect-error: the type of a statement has to name its binding, system or tenant
    const passedOn = (): Promise<unknown> => graph.read(either, null, {})
    expect([asked, passedOn]).to.have.length(2)
  })
})
