import type { Dataset, Entity, Freshness } from '@tenant-data/client'
import { formatCode } from '../../../format/names.ts'
import { formatPart } from '../../../format/numbers.ts'
import { formatSpan } from '../../../format/times.ts'

/**
 * The IDs of the datasets that feed an entity: those of a system that has a code of the entity, and that declare records
 * of its type. The API does not return from which dataset an entity comes.
 */
export function feedingDatasets(
  { type, externalReferences }: Pick<Entity, 'type' | 'externalReferences'>,
  datasets: readonly Pick<Dataset, 'datasetId' | 'sourceSystem' | 'instance' | 'recordKinds'>[],
): string[] {
  const sources = new Set(externalReferences.map(({ system, instance }) => `${system}:${instance}`))
  return datasets
    .filter(({ sourceSystem, instance, recordKinds }) => {
      return recordKinds.includes(type) && sources.has(`${sourceSystem}:${instance}`)
    })
    .map(({ datasetId }) => datasetId)
}

const ranks: Readonly<Record<Freshness['status'], number>> = { stale: 0, unknown: 1, fresh: 2 }

/** The freshness of the given datasets: stale ones first, then unknown ones, and the oldest of each first. */
export function worstFirst(datasetIds: readonly string[], rows: readonly Freshness[]): Freshness[] {
  const own = rows.filter(({ datasetId }) => datasetIds.includes(datasetId))
  return own.toSorted((a, b) => ranks[a.status] - ranks[b.status] || (b.lagSeconds ?? 0) - (a.lagSeconds ?? 0))
}

/**
 * The status and the age of the first dataset, such as `stale, 9 d 2 h old`. If there are several, also how many have
 * this status, such as `1 of 2 stale, 9 d 2 h old`.
 */
export function freshnessText(rows: readonly [Freshness, ...Freshness[]]): string {
  const [{ status, lagSeconds, reason }] = rows
  const alike = rows.filter((row) => row.status === status).length
  const age = lagSeconds === null ? reason && formatCode(reason).toLowerCase() : `${formatSpan(lagSeconds)} old`
  const counted = rows.length === 1 ? status : `${formatPart(alike, rows.length)} ${status}`
  return age === null ? counted : `${counted}, ${age}`
}
