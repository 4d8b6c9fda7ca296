import { createInterface } from 'node:readline'
import { connectGraph } from '../../cypher/connect.ts'
import { withMigrationLease } from '../../cypher/migration-lease.ts'
import { parseEnvironment } from '../../schemas/environment.ts'

// Takes the lease of migrations and prints "held". For each line of input, it prints whether it still holds the lease.
const graph = connectGraph(parseEnvironment(process.env))
await withMigrationLease(
  graph,
  async () => false,
  async (lease) => {
    console.log('held')
    for await (const _line of createInterface({ input: process.stdin })) {
      console.log(
        await lease.renew().then(
          () => 'still held',
          (error: Error) => error.message,
        ),
      )
    }
  },
)
await graph.close()
