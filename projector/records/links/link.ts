import { z } from 'zod'
import type { LinkWrite } from '../../../cypher/graph/write-graph.ts'
import type { Values } from '../../../domain/history.ts'
import { canonicalId, derivedId } from '../../../domain/identity/identity.ts'
import { mpnForms } from '../../../domain/search/found-by.ts'
import { EntityType } from '../../../schemas/graph/entity-types.ts'
import { linkTypes } from '../../../schemas/graph/link-types.ts'
import { type StoredLink, storedLink } from '../../../schemas/stored/link.ts'
import type { TextOf } from '../../../schemas/stored/stored-document.ts'
import type { StoredVersions } from '../../../schemas/stored/version.ts'
import type { LockedEntity } from '../entities/entity.ts'
import type { EntityContent } from '../entities/entity-content.ts'
import { identityOf } from '../entities/entity-content.ts'
import type { EventOf } from '../record-type.ts'
import { applyStatement, readVersions, recordKeyOf, shownRecord, type Versions } from '../versions.ts'

export type LinkEvent = EventOf<'link'>

/** A link as written, without its versions. */
export type LinkContent = Omit<LinkWrite, 'state'>

export interface LockedLink {
  id: string
  /** The endpoints of the stored relationship, or null if there is none. */
  stored: { fromId: string; toId: string } | null
  versions: Versions<LinkContent>
}

/** Returns the ID of the record's own link, and of the link to which `canonicalOf` assigns the record. */
export function linkIdsOf({ organization, record, data }: LinkEvent): { ownId: string; targetId: string | null } {
  const ownId = canonicalId(organization, 'link', record)
  if (data === null) return { ownId, targetId: null }
  return { ownId, targetId: data.canonicalOf ? canonicalId(organization, 'link', data.canonicalOf) : ownId }
}

/**
 * Applies an event in place to its links.
 * @returns the content of the event, null for a deletion; undefined when the event is stale
 */
export function applyLinkEvent(link: (id: string) => LockedLink, event: LinkEvent): LinkContent | null | undefined {
  const ids = linkIdsOf(event)
  const content = ids.targetId === null ? null : linkOf(ids.targetId, event)
  const { version, time } = event
  const statement = { key: recordKeyOf(event.record), ...ids, version, time, content, valuesOf }
  return applyStatement((id) => link(id).versions, statement) ? content : undefined
}

/** Returns the values of a link that exceptions depend on. */
function valuesOf({ fromId, toId, doc }: LinkContent): Values {
  const { type, properties } = storedLink.read(doc)
  const { isNominated, mpn } = properties
  return { fromId, toId, ...(type === 'SUPPLIED_BY' ? { isNominated, mpn } : {}) }
}

/** Returns the supplier article number of a SUPPLIED_BY link, by which its material can be found. */
export function supplyOf({ sortKey, doc }: LinkContent): Pick<LinkWrite, 'mpn' | 'mpnForm'> {
  if (!sortKey.startsWith('SUPPLIED_BY/')) return {}
  const { mpn } = storedLink.read(doc).properties
  return mpnForms(typeof mpn === 'string' ? mpn : null)
}

function linkOf(id: string, event: LinkEvent): LinkContent {
  const { data, organization, record, time } = event
  if (data === null) throw new Error('A deletion has no content')
  const { from: fromType, to: toType } = linkTypes[data.type]
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

/** Returns the HAS_SKU link of a visible SKU, or null. */
export function skuLinkOf(organization: string, sku: LockedEntity): LinkContent | null {
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

function documentOf(
  id: string,
  type: StoredLink['type'],
  properties: StoredLink['properties'],
  source: StoredLink['source'],
): TextOf<StoredLink> {
  return storedLink.write({ id, type, properties, source, publicationId: null })
}

const Content = z.object({
  id: z.string(),
  fromId: z.string(),
  fromType: EntityType,
  toId: z.string(),
  toType: EntityType,
  sortKey: z.string(),
  doc: storedLink.text,
})
/** Builds a link from what is stored. Without a stored state, it has no versions. */
export function readLink(id: string, stored: LockedLink['stored'], state: TextOf<StoredVersions> | null): LockedLink {
  return { id, stored, versions: readVersions(state, Content) }
}

/** The link that readers see, or null when it was deleted. */
export function shownLink(locked: LockedLink): LinkContent | null {
  return shownRecord(locked.versions)?.content ?? null
}
