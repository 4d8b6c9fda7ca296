import type { QueueEntry } from '../../cypher/exceptions/queue.ts'

/**
 * A part of an organization's data that may have other matches or exceptions since a change; see
 * docs/adr/0022-exceptions-as-a-queue-of-pairs.md. `after` is the last key that was read when it was partly replaced by
 * narrower invalidations. It is absent at the start.
 */
export type Invalidation = (
  | {
      /**
       * All cross-system data: the organization has sent its first record of it, or has another set of source systems.
       */
      kind: 'everything'
      isFirst: boolean
    }
  | { kind: 'publication'; seq: number }
  | {
      /**
       * A material or supplier (`entity`), source record, open production (`requirement`), position, or style. Of a
       * supplier: the materials that it supplies (`supplied`), and those that its styles use (`produced`). Of a
       * material: the factories where styles that use it are produced (`places`).
       */
      kind: 'entity' | 'supplied' | 'produced' | 'record' | 'requirement' | 'position' | 'style' | 'places'
      id: string
    }
  | {
      /**
       * The source records of any system that carry a code (`carriers`), or the references with a code that may lead to
       * another entity now (`code`).
       */
      kind: 'carriers' | 'code'
      codeKind: string
      value: string
    }
  | {
      /** The pairs that have an open exception with this exception code. */
      kind: 'exceptions'
      code: string
    }
  | {
      /** The pairs of a material or a factory that have positions or exceptions. */
      kind: 'material' | 'factory'
      key: string
    }
  | {
      /**
       * `hint` is a reference to the factory. It is needed when no position and no exception of the pair contains one.
       */
      kind: 'pair'
      materialKey: string
      factoryKey: string
      hint: string
    }
) & { after?: string }

export type InvalidationKind = Invalidation['kind']
export type InvalidationOf<K extends InvalidationKind> = Invalidation & { kind: K }

/** The stored key of `everything` for an organization's first cross-system data. */
const FIRST = 'first'

/** Converts an invalidation to the queue entry that is stored. */
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

/**
 * Converts a queue entry to its invalidation. `codeKind` ends at the first colon, because a kind of code contains none.
 */
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

/** Returns a text that is unique to the queue entry, to find duplicates. */
export function textOfEntry({ kind, key, other, hint, after }: QueueEntry): string {
  return JSON.stringify([kind, key, other, hint, after])
}
