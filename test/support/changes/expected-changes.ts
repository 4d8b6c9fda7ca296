import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../../../schemas/graph/changes.ts'
import { type Expected, modelOf } from '../events/model.ts'
import { INSTANCE, type SourceEvent, systemOf } from '../events/source-event.ts'

/** A change as the list must have it. The ID of a HAS_SKU relationship is not known, because the model has none. */
export type ExpectedChange = Omit<Change, 'changeId' | 'appliedAt'> & { offset: number }

type Document = {
  id: string
  type: string
  label: string
  lifecycleState: string
  attributes: Record<string, unknown>
  revision: number
  externalReferences: { system: string; instance: string; kind: string; value: string; isPrimary: boolean }[]
}
type Link = { id: string; type: string; fromId: string; toId: string; properties: Fields; source: Fields }
type Fields = Record<string, unknown>

const naturalKeys: Record<string, string> = {
  style: 'styleNumber',
  sku: 'skuCode',
  material: 'materialNumber',
  supplier: 'supplierCode',
}

/** The changes of a log, from the models of the log up to each event. They share no code with the projector. */
export function expectedChanges(organization: string, log: readonly SourceEvent[]): ExpectedChange[] {
  let before = modelOf(organization, [])
  return log.flatMap((event, offset) => {
    const after = modelOf(organization, log.slice(0, offset + 1))
    const changes = [...entityChanges(before, after), ...linkChanges(before, after)]
    before = after
    const source = { system: systemOf(event), instance: INSTANCE, recordId: event.recordId }
    return changes.map((change) => ({ ...change, offset, changedAt: event.time, source }) as ExpectedChange)
  })
}

function entityChanges(before: Expected, after: Expected) {
  return [...after.entities].flatMap(([id, entity]) => {
    const was = (before.entities.get(id) ?? null) as Document | null
    const is = entity as Document | null
    const known = is ?? was
    if (!known || isDeepStrictEqual(was, is)) return []
    const changedFields = was && is ? entityFields(was, is) : []
    const revision = is?.revision ?? known.revision + 1
    const code = String(known.attributes[naturalKeys[known.type] ?? ''])
    const ends = { fromId: null, toId: null }
    return [{ kind: 'entity', id, type: known.type, code, op: opOf(was, is), revision, changedFields, ...ends }]
  })
}

function entityFields(was: Document, is: Document): string[] {
  const codes = ({ externalReferences }: Document) =>
    externalReferences
      .map(({ system, instance, kind, value, isPrimary }) => [system, instance, kind, value, isPrimary].join(' '))
      .sort()
  return [
    ...(['label', 'lifecycleState'] as const).filter((field) => was[field] !== is[field]),
    ...(isDeepStrictEqual(codes(was), codes(is)) ? [] : ['externalReferences']),
    ...differing(was.attributes, is.attributes).map((name) => `attributes.${name}`),
  ]
}

function linkChanges(before: Expected, after: Expected) {
  const [old, now] = [linksOf(before), linksOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
    const [was, is] = [old.get(id) ?? null, now.get(id) ?? null]
    const known = is ?? was
    if (!known || isDeepStrictEqual(was, is)) return []
    const { type, fromId, toId } = known
    const changedFields = was && is ? linkFields(was, is) : []
    return [
      { kind: 'relationship', id, type, code: null, op: opOf(was, is), revision: null, changedFields, fromId, toId },
    ]
  })
}

function linkFields(was: Link, is: Link): string[] {
  return [
    ...(['fromId', 'toId'] as const).filter((end) => was[end] !== is[end]),
    ...differing(was.properties, is.properties).map((name) => `properties.${name}`),
    ...differing(was.source, is.source)
      .filter((name) => name !== 'extractedAt')
      .map((name) => `source.${name}`),
  ]
}

/** The links of a model. A SKU has one link, so it is known by its SKU. */
function linksOf({ links }: Expected): Map<string, Link> {
  return new Map(
    [...links].map((line) => {
      const [id, type, fromId, toId, properties, source] = JSON.parse(line)
      const known = id ?? `HAS_SKU ${toId}`
      return [known, { id: known, type, fromId, toId, properties, source }]
    }),
  )
}

const opOf = (was: unknown, is: unknown) => (was === null ? 'created' : is === null ? 'deleted' : 'updated')

const differing = (was: Fields, is: Fields) =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !isDeepStrictEqual(was[name], is[name]))
