import { expect } from 'chai'
import { connectGraph } from '../../cypher/connect.ts'
import { isMigrated } from '../../cypher/migrate.ts'
import { regionOfGraph } from '../../cypher/system/installation.ts'
import { connectKafka } from '../../kafka/connect-kafka.ts'
import { untilPrepared } from '../../projector/until-prepared.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { logLines } from '../support/api/audit.ts'
import { startOwnGraph } from '../support/graph/own-graph.ts'
import { patient } from '../support/graph/patience.ts'
import { until } from '../support/until.ts'

describe('a projector that starts without Kafka', () => {
  it('migrates the graph and assigns it to its region, so that APIs become ready', async () => {
    const own = await startOwnGraph()
    const environment = parseEnvironment({ ...own.variables, KAFKA_BROKERS: '127.0.0.1:1', DATA_REGION: 'eu-1' })
    const graph = connectGraph(environment, patient)
    const connection = connectKafka(environment, 'test', logLines())
    const stopping = new AbortController()
    const prepared = untilPrepared({ graph, connection, environment, log: logLines(), signal: stopping.signal })
    try {
      await until(
        'the schema and the region',
        async () => (await isMigrated(graph)) && (await regionOfGraph(graph)) === 'eu-1',
      )
      stopping.abort()
      expect(await prepared).to.deep.equal({ bomPartitions: 0 })
    } finally {
      stopping.abort()
      await graph.close()
      await own.remove()
    }
  })
})
