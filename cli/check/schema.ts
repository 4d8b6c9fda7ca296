import { isMigrated, migrate } from '../../cypher/migrate.ts'
import { faultText, repairSchema, schemaFaults } from '../../cypher/schema.ts'
import { type Check, type Finding, finding } from './check.ts'

/** Checks the indexes and constraints of the graph. */
export const checkSchema: Check = async (context) => {
  const { graph } = context
  if (!(await isMigrated(graph))) {
    const detail = 'the graph lacks migrations of this version'
    return [await finding('schema', detail, context, async () => void (await migrate(graph)))]
  }
  const findings: Finding[] = []
  for (const fault of await schemaFaults(graph)) {
    const detail = `the ${fault.kind.toLowerCase()} ${faultText(fault)}`
    const repair = fault.state === 'populating' ? undefined : () => repairSchema(graph, fault)
    findings.push(await finding('schema', detail, context, repair))
  }
  return findings
}
