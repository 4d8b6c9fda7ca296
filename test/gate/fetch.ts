import { classPathOf } from '../../dev/runtime/databases/class-path.ts'
import { findJava } from '../../dev/runtime/databases/java.ts'
import { kafkaProgram } from '../../dev/runtime/databases/kafka.ts'
import { neo4jProgram } from '../../dev/runtime/databases/neo4j.ts'
import { libFolder } from '../../dev/runtime/folders.ts'
import { generations, installFileReaders, installPythonClient } from '../conformance/python.ts'
import { installSchemathesis } from '../contract/install-schemathesis.ts'
import { installMoto } from '../contract/s3-server.ts'
import { installInspector } from '../support/install-inspector.ts'

const TRIES = 3

/** What the gate needs besides `npm ci`, installed before its tests, so that none fails because of the network. */
const wanted: Record<string, () => Promise<unknown>> = {
  'the jars of Neo4j': async () => classPathOf(neo4jProgram, await findJava(), libFolder, console.log),
  'the jars of Kafka': async () => classPathOf(kafkaProgram, await findJava(), libFolder, console.log),
  Schemathesis: installSchemathesis,
  moto: installMoto,
  'the Inspector of MCP': installInspector,
  'the Python clients of MCP': async () => {
    for (const generation of generations) await installPythonClient(generation)
  },
  'the readers of export files': installFileReaders,
}

for (const [name, install] of Object.entries(wanted)) {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      await install()
      break
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      console.error(`${name} could not be fetched${left > 0 ? ', trying again' : ''}: ${reason}`)
      if (left === 0) process.exit(1)
    }
  }
}
