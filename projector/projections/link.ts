import { z } from 'zod'
import type { LinkWrite } from '../../cypher/projections.ts'
import { linkEnds } from '../../schemas/attributes.ts'
import type { RecordEvent } from '../../schemas/decode-event.ts'
import { canonicalId, derivedId } from '../../schemas/identity.ts'
import type { HeldEntity } from './entity.ts'
import type { EntityContent } from './entity-content.ts'
import { identityOf } from './entity-content.ts'
import {
  applyStatement,
  type RecordVersion,
  recordKeyOf,
  shownRecord,
  sortedVersions,
  type Versions,
} from './versions.ts'

export type LinkEvent = Extract<RecordEvent, { kind: 'link' }>

/** A link as written, without its versions. */
export type LinkContent = Omit<LinkWrite, 'state'>

export interface HeldLink {
  id: string
  /** The ends of the stored relationship, null when there is none. */
  stored: { fromId: string; toId: string } | null
  versions: Versions<LinkContent>
}

/** The link of the record itself, and the one that it speaks for when it says `canonicalOf`. */
export function linkIdsOf({ organization, record, data }: LinkEvent): { ownId: string; targetId: string | null } {
  const ownId = canonicalId(organization, 'link', record)
  if (data === null) return { ownId, targetId: null }
  return { ownId, targetId: data.canonicalOf ? canonicalId(organization, 'link', data.canonicalOf) : ownId }
}

/**
 * Applies an event in place to the links that it concerns.
 * @returns what it said, null in a deletion; undefined when it is stale
 */
export function applyLinkEvent(link: (id: string) => HeldLink, event: LinkEvent): LinkContent | null | undefined {
  const ids = linkIdsOf(event)
  const content = ids.targetId === null ? null : linkOf(ids.targetId, event)
  const { version, time } = event
  const statement = { key: recordKeyOf(event.record), ...ids, version, time, content }
  return applyStatement((id) => link(id).versions, statement) ? content : undefined
}

function linkOf(id: string, event: LinkEvent): LinkContent {
  const { data, organization, record, time } = event
  if (data === null) throw new Error('A deletion has no content')
  const [fromType, toType] = linkEnds[data.type]
  return {
    id,
    fromId: canonicalId(organization, fromType, identityOf(data.from, record)),
    fromType,
    toId: canonicalId(organization, toType, identityOf(data.to, record)),
    toType,
    sortKey: `${data.type}/${id}`,
    doc: documentOf(id, data.type, data.properties, {
      system: record.system,
      recordId: record.recordId,
      extractedAt: time,
    }),
  }
}

/** The HAS_SKU link that a listed SKU makes, or null. */
export function hasSkuLink(organization: string, sku: HeldEntity): LinkContent | null {
  const shown = sku.type === 'sku' ? shownRecord<EntityContent>(sku.versions) : null
  if (!shown?.content.styleId) return null
  const id = derivedId(organization, 'HAS_SKU', sku.id)
  const { colorwayCode, sizeCode, sizeIndex } = shown.content.attributes
  const [own] = shown.content.codes
  const source = { system: own?.system ?? '', recordId: own?.value ?? '', extractedAt: shown.time }
  return {
    id,
    fromId: shown.content.styleId,
    fromType: 'style',
    toId: sku.id,
    toType: 'sku',
    sortKey: `HAS_SKU/${id}`,
    doc: documentOf(id, 'HAS_SKU', { colorwayCode, sizeCode, sizeIndex }, source),
  }
}

function documentOf(id: string, type: string, properties: unknown, source: unknown): string {
  return JSON.stringify({ id, type, properties, source, publicationId: null })
}

const Content = z.object({
  id: z.string(),
  fromId: z.string(),
  fromType: z.enum(['style', 'sku', 'material', 'supplier', 'bom_publication']),
  toId: z.string(),
  toType: z.enum(['style', 'sku', 'material', 'supplier', 'bom_publication']),
  sortKey: z.string(),
  doc: z.string(),
})
const State = z.record(
  z.string(),
  z.object({ v: z.string(), t: z.string(), moved: z.string().optional(), content: Content.nullable() }),
)

/** What is held of a link, from its stored state; null for one not seen before. */
export function readLink(id: string, stored: HeldLink['stored'], state: string | null): HeldLink {
  const held: HeldLink = { id, stored, versions: new Map() }
  for (const [key, { v, t, moved, content }] of Object.entries(state === null ? {} : State.parse(JSON.parse(state)))) {
    const version: RecordVersion<LinkContent> = { version: BigInt(v), time: t, content }
    held.versions.set(key, moved === undefined ? version : { ...version, movedTo: moved })
  }
  return held
}

export function writeLinkState(held: HeldLink): string {
  const records = sortedVersions(held.versions).map(([key, { version, time, movedTo, content }]) => [
    key,
    { v: String(version), t: time, moved: movedTo, content },
  ])
  return JSON.stringify(Object.fromEntries(records))
}

/** The link that readers see, or null when it was deleted. */
export function shownLink(held: HeldLink): LinkContent | null {
  return shownRecord(held.versions)?.content ?? null
}
