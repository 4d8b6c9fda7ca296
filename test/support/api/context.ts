import { randomUUID } from 'node:crypto'
import type { Context } from '../../../api/core/context.ts'
import { createCursors } from '../../../api/core/cursor.ts'
import { createUnreadable } from '../../../api/core/unreadable.ts'
import type { Graph } from '../../../cypher/connect.ts'
import { leftOutOf } from '../../../cypher/readable-rows.ts'
import type { Scope } from '../../../schemas/scopes.ts'
import { PATIENCE_MS } from '../graph/patience.ts'

const cursors = createCursors([Buffer.alloc(32, 7)])

/** The context of a caller from an organization, as the HTTP server creates it. */
export function contextFor(
  graph: Pick<Graph, 'read'>,
  organization: string,
  scopes: readonly Scope[] = ['graph:read', 'bom:read', 'materials:read'],
): Context {
  const requestId = randomUUID()
  const unreadable = createUnreadable(() => {})
  return {
    organization,
    credential: {
      id: 'TestTestTest',
      organization,
      region: 'local',
      scopes: [...scopes],
      name: 'test',
      kind: 'service',
      createdAt: '2027-01-01T00:00:00.000Z',
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      quota: 600,
    },
    organizationName: `Test ${organization}`,
    organizationQuota: null,
    scopes: new Set(scopes),
    requestId,
    correlationId: requestId,
    unreadable,
    snapshotRetentionDays: 400,
    readProjectorLag: async () => null,
    readEventTopics: async () => [],
    readOffset: async () => null,
    async read(query, params) {
      const rows = await graph.read(query, organization, params)
      unreadable.note(leftOutOf(rows))
      return rows
    },
    sealCursor: (operationId, filters, position) => cursors.seal({ organization, operationId, filters }, position),
    openCursor: (operationId, filters, cursor) => cursors.open({ organization, operationId, filters }, cursor),
    exports: {
      requiresDomainScopes: false,
      resolve: () => Promise.reject(new Error('nothing is exported')),
      create: () => Promise.reject(new Error('nothing is written')),
      open: async () => null,
    },
    schedule: (work) => work(),
    now: () => new Date('2027-04-01T00:00:00.000Z'),
    respondWithinMs: PATIENCE_MS,
  }
}
