import { Command } from 'commander'
import type { Graph } from '../../cypher/connect.ts'
import {
  type ConflictingCode,
  readConflictingCodes,
  readConflicts,
  startOfCodes,
} from '../../cypher/ingest/conflicting-codes.ts'
import type { Query } from '../../cypher/query.ts'
import type { IngestConflict } from '../../schemas/ingest/conflicts.ts'
import { commandContext, withExamples } from '../command-context.ts'
import { selectOrganizations } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'

/**
 * Maximum number of duplicate codes that are shown for one organization. If there are more, the source has to be fixed.
 */
const MOST = 1000

/** A code that several live entities of an organization have. */
type Conflict = Omit<IngestConflict, 'entityCount'> & { organization: string }

/** `tda conflicts`: lists duplicate codes. */
export function conflictsCommand(terminal: Terminal): Command {
  const conflicts = new Command('conflicts')
    .description('List duplicate codes: codes that several live entities of an organization have.')
    .option('--organization <key>', 'Only conflicts of this organization. Default: all organizations.')
    .action(async ({ organization }: { organization?: string }, command: Command) => {
      const { reading, list } = commandContext(terminal, command)
      await reading(async (graph) => {
        const conflicts: Conflict[] = []
        for (const { key } of await selectOrganizations(graph, organization)) {
          const found = await listConflicts(graph, key, MOST)
          if (found.length === MOST) terminal.tell(`Only the first ${MOST} duplicate codes of ${key} are shown.`)
          conflicts.push(...found)
        }
        await list(conflicts, columns)
        if (conflicts.length === 0) terminal.tell('No duplicate codes found.')
      })
    })
  return withExamples(conflicts, 'tda conflicts --organization quillmere')
}

/** Returns the duplicate codes of an organization, sorted by code, at most `limit`. @throws GraphError */
export async function listConflicts(graph: Graph, organization: string, limit: number): Promise<Conflict[]> {
  const reader = {
    read: <P, R>(query: Query<P, R, 'tenant'>, params: P) => graph.read(query, organization, params),
  }
  const codes: ConflictingCode[] = []
  for (let at = await startOfCodes(reader); at !== null && codes.length < limit; ) {
    const found = await readConflictingCodes(reader, at)
    codes.push(...found.codes)
    at = found.next
  }
  const conflicts = await readConflicts(reader, codes.slice(0, limit))
  return conflicts.map(({ entityCount: _entityCount, ...conflict }) => ({ organization, ...conflict }))
}

const columns = ({ organization, kind, value, system, instance, entities }: Conflict) => ({
  organization,
  kind,
  value,
  source: `/${system}/${instance}`,
  entities: entities.map(({ id, type, label }) => `${type} ${id} (${label})`).join('; '),
})
