import { z } from 'zod'
import { systemStatements } from '../query.ts'

const { read, write } = systemStatements(import.meta.url)

/** Properties as Neo4j stores them. */
const Properties = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))

/** A node that operators stored: it is in no event, so that a rebuild cannot restore it. Or an offset of projectors. */
export const StoredNode = z.object({
  label: z.enum(['Installation', 'Organization', 'PurgedOrganization', 'Credential', 'Offset']),
  properties: Properties,
})
export type StoredNode = z.infer<typeof StoredNode>

export const listStoredNodes = read('listStoredNodes', {
  params: z.object({}),
  row: StoredNode,
  isFromLeader: true,
})

const rows = { params: z.object({ rows: z.array(Properties) }), row: z.object({ key: z.string() }) }
export const restoreOrganizations = write('restoreOrganizations', rows)
export const restorePurged = write('restorePurged', rows)
export const restoreCredentials = write('restoreCredentials', rows)

const Decided = z.object({ topic: z.string(), partition: z.int(), topicId: z.string(), to: z.int() })
/** Until the replay has passed `to`, it repeats earlier decisions that depend on settings. Returns the partitions. */
export const restoreDecided = write('restoreDecided', {
  params: z.object({ groupId: z.string(), rows: z.array(Decided) }),
  row: rows.row,
})
