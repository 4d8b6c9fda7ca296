import { randomUUID } from 'node:crypto'
import type { Graph } from '../../cypher/connect.ts'
import { createLinks, type LinkWrite, lockEntities, publishEntities } from '../../cypher/graph/write-graph.ts'
import type { Entity } from '../../schemas/graph/entities.ts'
import type { EntityType } from '../../schemas/graph/entity-types.ts'
import type { RelationshipType } from '../../schemas/graph/link-types.ts'
import { storedEntityState } from '../../schemas/stored/entity.ts'
import { storedLink } from '../../schemas/stored/link.ts'
import type { TextOf } from '../../schemas/stored/stored-document.ts'
import { batchesOf } from '../projector/batches.ts'

const BATCH = 1000
const FAR_ENDS = 2000

type Kind = { type: RelationshipType; far: EntityType; outgoing: boolean }

/** The kinds of links, a quarter of the links each. */
const kinds: readonly Kind[] = [
  { type: 'SUPPLIED_BY', far: 'material', outgoing: false },
  { type: 'PRODUCED_BY', far: 'style', outgoing: false },
  { type: 'OWNED_BY', far: 'supplier', outgoing: false },
  { type: 'OWNED_BY', far: 'supplier', outgoing: true },
]

/** Writes a supplier with the given number of links of four kinds, and returns its id. */
export async function writeDenseNode(graph: Graph, organization: string, links: number): Promise<string> {
  const id = randomUUID()
  const words = { label: 'Dense', words: 'dense', codeWords: 'dense' }
  const found = { lifecycleState: 'approved', season: null, updatedAt: '2026-01-01T00:00:00.000Z', foundBy: '' }
  // The entities at the far ends are not read.
  const doc = '{}' as TextOf<Entity>
  await graph.write(async (run) => {
    await run(lockEntities, organization, { rows: [{ id, type: 'supplier' }] })
    await run(publishEntities, organization, {
      rows: [{ id, ...words, ...found, doc, state: storedEntityState.write({}) }],
    })
  })
  const farIds = Array.from({ length: FAR_ENDS }, () => randomUUID())
  const rows = function* () {
    for (let index = 0; index < links; index += 1) yield linkOf(id, farIds[index % FAR_ENDS] ?? id, index)
  }
  for (const batch of batchesOf(rows(), BATCH)) {
    await graph.write((run) => run(createLinks, organization, { rows: batch }))
  }
  return id
}

function linkOf(nodeId: string, farId: string, index: number): LinkWrite {
  const kind = kinds[index % kinds.length]
  if (!kind) throw new Error('There are no kinds of links')
  const id = randomUUID()
  const near = { id: nodeId, type: 'supplier' as const }
  const far = { id: farId, type: kind.far }
  const [from, to] = kind.outgoing ? [near, far] : [far, near]
  const source = { system: 'bench', recordId: id, extractedAt: '2027-01-01T00:00:00.000Z' }
  return {
    id,
    fromId: from.id,
    fromType: from.type,
    toId: to.id,
    toType: to.type,
    sortKey: `${kind.type}/${id}`,
    doc: storedLink.write({ id, type: kind.type, properties: {}, source, publicationId: null }),
    state: null,
  }
}
