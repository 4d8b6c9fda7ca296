import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type Environment, parseEnvironment } from '../schemas/environment.ts'

const projectFolder = resolve(import.meta.dirname, '..')

const DemoFile = z.object({
  neo4jUri: z.string().min(1),
  neo4jPassword: z.string().default(''),
  kafkaBrokers: z.string().min(1),
})

/**
 * Returns the settings of the command line: those of the environment and, for servers that it does not name, those of
 * the running `npm start`. In that case its audit spool is used too, so that its API delivers records that cannot be
 * delivered now.
 * @throws Error that names every invalid variable
 */
export function readSettings(variables: NodeJS.ProcessEnv): Environment {
  const given = parseEnvironment(variables)
  if (given.NEO4J_URI && given.KAFKA_BROKERS) return given
  const localFolder = resolve(projectFolder, given.LOCAL_FOLDER)
  const demo = readDemoFile(join(localFolder, 'demo.json'))
  if (!demo) return given
  return parseEnvironment({
    ...variables,
    ...(!given.NEO4J_URI && graphOf(demo)),
    KAFKA_BROKERS: variables.KAFKA_BROKERS || demo.kafkaBrokers,
    AUDIT_SPOOL: variables.AUDIT_SPOOL || join(localFolder, 'data/audit'),
  })
}

/** Includes the password only with its own server, so that it is not sent to another. */
function graphOf({ neo4jUri, neo4jPassword }: z.infer<typeof DemoFile>): NodeJS.ProcessEnv {
  return { NEO4J_URI: neo4jUri, ...(neo4jPassword && { NEO4J_USER: 'neo4j', NEO4J_PASSWORD: neo4jPassword }) }
}

function readDemoFile(file: string): z.infer<typeof DemoFile> | null {
  try {
    return DemoFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
