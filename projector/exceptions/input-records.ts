import type { RequirementOfPair } from '../../cypher/exceptions/facts.ts'
import type { EntityRow, PositionRow, RecordRow } from '../../cypher/exceptions/resolve.ts'
import { codeValues } from '../../domain/exceptions/finding.ts'
import type { InputRecord } from '../../domain/exceptions/inputs.ts'
import { type History, newestOf, takenAt } from '../../domain/history.ts'
import type { Entity } from '../../schemas/graph/entities.ts'
import type { ExceptionInput } from '../../schemas/materials/exceptions.ts'
import type { StoredLine } from '../../schemas/stored/bom.ts'
import { storedPosition, storedRequirement } from '../../schemas/stored/connected-data.ts'
import { type EntityState, storedEntity, storedEntityState } from '../../schemas/stored/entity.ts'
import { type StoredLink, storedLink } from '../../schemas/stored/link.ts'
import type { StoredSourceRecord } from '../../schemas/stored/source-record.ts'
import type { TextOf } from '../../schemas/stored/stored-document.ts'
import { type StoredVersions, storedVersions } from '../../schemas/stored/version.ts'
import { historyOf } from '../records/last-writes.ts'
import { readLink } from '../records/links/link.ts'
import { readVersion, shownRecord } from '../records/versions.ts'

/**
 * Functions that turn a stored record into an input of findings. They don't validate, because documents and states were
 * validated when they were written.
 */

export function positionInput({ id, doc, state }: Pick<PositionRow, 'id' | 'doc' | 'state'>): InputRecord {
  const { system, instance, source } = storedPosition.read(doc)
  const { recordId, recordVersion } = source
  return { kind: 'position', id, system, instance, recordId, recordVersion, history: historyOf(state) }
}

export function requirementInput({ doc, state }: Pick<RequirementOfPair, 'doc' | 'state'>): InputRecord {
  const { requirementId: id, system, instance, source } = storedRequirement.read(doc)
  const { recordId, recordVersion } = source
  return { kind: 'requirement', id, system, instance, recordId, recordVersion, history: historyOf(state) }
}

export function sourceRecordInput({ id, state }: RecordRow, { summary }: StoredSourceRecord): InputRecord {
  const { system, instance, recordId, recordVersion } = summary
  return { kind: 'source_record', id, system, instance, recordId, recordVersion, history: historyOf(state) }
}

/**
 * Returns a visible entity as an input, represented by the record that readers see. The time of a code is the first
 * time that one of its current carriers had it. Events of all records of the entity count.
 */
export function entityInput({ id, type, doc, state }: EntityRow): InputRecord {
  const { externalReferences, updatedAt } = (doc === null ? {} : storedEntity.read(doc)) as Entity
  const { records = {}, shown }: EntityState = state === null ? {} : storedEntityState.read(state)
  const own = records[shown ?? '']
  const { version, history } = own ? readVersion(own) : { version: null, history: unknownSince(updatedAt) }
  const others = Object.entries(records).filter(([key, { c }]) => key !== shown && c !== undefined)
  const codesOf = ({ c = [] }: { c?: number[] | undefined }) =>
    Object.keys(codeValues(c.flatMap((index) => externalReferences[index] ?? [])))
  const later = { ...history.later }
  for (const [, record] of others) {
    const carried = readVersion(record).history
    const known = new Set(own ? codesOf(own) : [])
    for (const code of codesOf(record)) {
      const time = takenAt(carried, [code])
      if (!known.has(code) || time < (later[code] ?? history.since)) later[code] = time
    }
  }
  return {
    kind: type as ExceptionInput['kind'],
    id,
    ...sourceRecordOf(shown ?? ''),
    recordVersion: version === null ? null : String(version),
    history: { ...history, later, newest: updatedAt },
  }
}

/**
 * Returns a link as an input, represented by the record that readers see. For a link that a BOM publication created,
 * this is the BOM line.
 */
export function linkInput(doc: TextOf<StoredLink>, state: TextOf<StoredVersions> | null): InputRecord {
  const { id, type, source } = storedLink.read(doc)
  const { system, recordId, extractedAt } = source
  const versions = type === 'USES_MATERIAL' ? new Map() : readLink(id, null, state).versions
  const shown = shownRecord(versions)
  if (!shown) {
    const history = unknownSince(extractedAt)
    return { kind: 'link', id, system, instance: null, recordId, recordVersion: null, history }
  }
  const newest = newestOf([...versions.values()].map(({ history }) => history.newest)) ?? shown.history.newest
  const own = { kind: 'link', id, ...sourceRecordOf(shown.key), recordVersion: String(shown.version) } as const
  return { ...own, history: { ...shown.history, newest } }
}

/** Returns a BOM line of the newest publication as an input, represented by the link that it creates. */
export function lineInput(linkId: string, { source }: StoredLine): InputRecord {
  const { system, recordId, recordVersion, extractedAt } = source
  const history = unknownSince(extractedAt)
  return { kind: 'link', id: linkId, system, instance: null, recordId, recordVersion, history }
}

export function datasetInput(datasetId: string, state: TextOf<StoredVersions>): InputRecord {
  const versions = new Map(
    Object.entries(storedVersions.read(state)).map(([key, { content, ...stored }]) => [
      key,
      { ...readVersion(stored), content },
    ]),
  )
  const shown = shownRecord(versions)
  if (!shown) throw new Error(`The dataset ${datasetId} is listed without a description`)
  const newest = newestOf([...versions.values()].map(({ history }) => history.newest)) ?? shown.history.newest
  return {
    kind: 'dataset',
    id: datasetId,
    ...sourceRecordOf(shown.key),
    recordVersion: String(shown.version),
    history: { ...shown.history, newest },
  }
}

const unknownSince = (time: string): History => ({ since: time, later: {}, newest: time })

/** Splits a key that `recordKeyOf` made. */
function sourceRecordOf(key: string): Pick<ExceptionInput, 'system' | 'instance' | 'recordId'> {
  const [system = '', instance = '', ...recordId] = key.split(':')
  return { system, instance, recordId: recordId.join(':') }
}
