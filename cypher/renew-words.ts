import { storedWords } from '../domain/search/stored-words.ts'
import type { Entity } from '../schemas/graph/entities.ts'
import { type EntityType, entityTypes } from '../schemas/graph/entity-types.ts'
import { storedEntity } from '../schemas/stored/entity.ts'
import type { TextOf } from '../schemas/stored/stored-document.ts'

const ROWS = 1000

/** Runs a statement and returns its rows. */
export type Execute = (text: string, params?: Record<string, unknown>) => Promise<Record<string, unknown>[]>

/**
 * Computes the search words of all nodes with the label `OldWords` again by the rules of this version, a limited number
 * at a time. Nodes that were written in the meantime already follow these rules and are left unchanged. After an
 * interruption, the remaining nodes still have the label, and the next run continues with them.
 */
export async function renewWords(execute: Execute): Promise<void> {
  for (;;) {
    const found = await execute(
      `MATCH (n:OldWords) WITH n LIMIT ${ROWS}
       RETURN elementId(n) AS id, n.label AS label, n:Listed AS isEntity, n.type AS type, n.doc AS doc`,
    )
    if (found.length === 0) return
    await execute(
      `UNWIND $rows AS row MATCH (n:OldWords) WHERE elementId(n) = row.id AND n.label = row.label
       SET n.words = row.words, n.codeWords = row.codeWords`,
      { rows: found.map(rowOf) },
    )
    await execute('UNWIND $ids AS id MATCH (n:OldWords) WHERE elementId(n) = id REMOVE n:OldWords', {
      ids: found.map(({ id }) => id),
    })
  }
}

/** A connected record has no code of its own, so it gets no words for one. */
function rowOf({ id, label, isEntity, type, doc }: Record<string, unknown>) {
  const { words, codeWords } = storedWords(
    String(label),
    isEntity ? codeOf(type as EntityType, doc as TextOf<Entity>) : '',
  )
  return { id, label, words, codeWords: isEntity ? codeWords : null }
}

function codeOf(type: EntityType, doc: TextOf<Entity>): string {
  const attributes: Record<string, unknown> = storedEntity.read(doc).attributes
  return String(attributes[entityTypes[type].naturalKey])
}
