import type { QueueEntry } from '../../cypher/exceptions/queue.ts'

/**
 * What may look different since a change; see docs/adr/0022-exceptions-as-a-queue-of-pairs.md. `after` is how far it has
 * been followed: the last of what was read, absent at the start.
 */
export type Invalidation = (
  | {
      /** Everything that is known: the organization has its first connected data, or another set of systems. */
      kind: 'everything'
      isFirst: boolean
    }
  | { kind: 'publication'; seq: number }
  | {
      /**
       * A material or supplier (`entity`), source record, open production, position, or style. Of a supplier: the materials
       * that it supplies (`supplied`), and those used by what it produces (`produced`). Of a material: the pairs where
       * styles that use it are produced (`places`).
       */
      kind: 'entity' | 'supplied' | 'produced' | 'record' | 'requirement' | 'position' | 'style' | 'places'
      id: string
    }
  | {
      /** The source records that carry a code, or what names a code that may lead elsewhere now; of any system. */
      kind: 'carriers' | 'code'
      codeKind: string
      value: string
    }
  | {
      /** The pairs that have an open exception of a code. */
      kind: 'exceptions'
      code: string
    }
  | {
      /** The pairs of a material or a factory that have positions or exceptions. */
      kind: 'material' | 'factory'
      key: string
    }
  | {
      /** `hint` is a reference that leads to the factory where no position or exception of the pair may tell. */
      kind: 'pair'
      materialKey: string
      factoryKey: string
      hint: string
    }
) & { after?: string }

export type InvalidationKind = Invalidation['kind']
export type InvalidationOf<K extends InvalidationKind> = Invalidation & { kind: K }

/** The stored key of `everything` where an organization has its first connected data. */
const FIRST = 'first'

/** An invalidation as it is stored. */
export function encodeInvalidation(invalidation: Invalidation): QueueEntry {
  const { kind, after = '' } = invalidation
  const entry = (key: string, other = '', hint = '') => ({ kind, key, other, hint, after })
  switch (invalidation.kind) {
    case 'everything':
      return entry(invalidation.isFirst ? FIRST : '')
    case 'publication':
      return entry(String(invalidation.seq))
    case 'carriers':
    case 'code':
      return entry(`${invalidation.codeKind}:${invalidation.value}`)
    case 'exceptions':
      return entry(invalidation.code)
    case 'material':
    case 'factory':
      return entry(invalidation.key)
    case 'pair':
      return entry(invalidation.materialKey, invalidation.factoryKey, invalidation.hint)
    default:
      return entry(invalidation.id)
  }
}

/** The invalidation that a queue entry holds. A kind of code has no colon. */
export function decodeInvalidation(entry: QueueEntry & { kind: InvalidationKind }): Invalidation {
  const { kind, key, other, hint, after } = entry
  switch (kind) {
    case 'everything':
      return { kind, isFirst: key === FIRST, after }
    case 'publication':
      return { kind, seq: Number(key), after }
    case 'carriers':
    case 'code': {
      const colon = key.indexOf(':')
      return { kind, codeKind: key.slice(0, colon), value: key.slice(colon + 1), after }
    }
    case 'exceptions':
      return { kind, code: key, after }
    case 'material':
    case 'factory':
      return { kind, key, after }
    case 'pair':
      return { kind, materialKey: key, factoryKey: other, hint, after }
    default:
      return { kind, id: key, after }
  }
}

/** One text for each queue entry, so that each is added once. */
export function textOfEntry({ kind, key, other, hint, after }: QueueEntry): string {
  return JSON.stringify([kind, key, other, hint, after])
}
