import type { BomSnapshot, ConnectedRecord, Entity, PositionException } from '@tenant-data/client'
import { formatCode } from '../format/names.ts'
import { formatCount } from '../format/numbers.ts'
import { formatDay, formatTime } from '../format/times.ts'
import { looseText } from '../parts/find/spelling.ts'
import type { Option } from './found.ts'

/** An entity, which opens in the graph. If it was found by a code, the detail names the code. */
export function entityOption(entity: Entity, code?: string): Option {
  const { id, type, label, lifecycleState } = entity
  const facts = [formatCode(type), codeText(entity, code), formatCode(lifecycleState)]
  return {
    key: id,
    title: label,
    detail: facts.filter((fact) => fact !== null).join(', '),
    target: { to: '/graph', search: { entity: id } },
  }
}

/** The kind and the value of the code by which an entity was found, if its label does not contain it. */
function codeText({ label, attributes, externalReferences }: Entity, code: string | undefined): string | null {
  if (code === undefined) return null
  const wanted = looseText(code)
  if (looseText(label).includes(wanted)) return null
  if ('gtin' in attributes && attributes.gtin !== null && looseText(attributes.gtin) === wanted)
    return `GTIN ${attributes.gtin}`
  const reference = externalReferences.find(({ value }) => looseText(value) === wanted)
  return reference ? `${formatCode(reference.system)} ${reference.value}` : `MPN ${code}`
}

/** A material or a factory as the systems know it, which opens with its positions. */
export function recordOption({ kind, id, ref, label, sourceRecords }: ConnectedRecord): Option {
  const codes = [...new Set(sourceRecords.map(({ system, recordId }) => `${formatCode(system)} ${recordId}`))]
  return {
    key: id,
    title: label,
    detail: [formatCode(kind), ...codes].join(', '),
    target: { to: '/materials', search: { view: 'positions', [kind]: ref } },
  }
}

/** The two pages that show a snapshot. */
export function snapshotOptions(snapshot: BomSnapshot): Option[] {
  const { snapshotId, publicationNumber, completedAt, sourceSystem, styleCount } = snapshot
  const title = `Snapshot ${publicationNumber} of ${formatTime(completedAt)}`
  const detail = `${formatCode(sourceSystem)}, ${formatCount(styleCount, 'style')}`
  return [
    {
      key: `${snapshotId} changes`,
      title: `${title}: BOM changes`,
      detail,
      target: { to: '/changes', search: { toSnapshotId: snapshotId } },
    },
    {
      key: `${snapshotId} yields`,
      title: `${title}: yields`,
      detail,
      target: { to: '/yields', search: { snapshotId } },
    },
  ]
}

/** An exception, which opens in its panel. */
export function exceptionOption({ exceptionId, code, severity, material, factory }: PositionException): Option {
  const ends = [material?.code, factory?.code].filter((one) => one !== undefined)
  return {
    key: exceptionId,
    title: [formatCode(code), ends.join(' at ')].filter((part) => part !== '').join(': '),
    detail: `Exception, ${formatCode(severity).toLowerCase()}`,
    target: { to: '/materials', search: { exception: exceptionId } },
  }
}

const SNAPSHOT = /^(?:(?:bom|snapshots?|publications?)\s*)*#?(?<value>[\w-]*(?: \w+)*)$/i

/** The value in a search for a snapshot, such as `3` in `snapshot #3`. Null if the text cannot name a snapshot. */
export function snapshotValue(text: string): string | null {
  const { value } = SNAPSHOT.exec(text)?.groups ?? {}
  if (value === undefined) return null
  const isNamed = value !== text.trim()
  return isNamed || /\d/.test(value) ? value : null
}

/** Whether a snapshot has a number, an ID, or a day that matches a value. An empty value matches all. */
export function isSnapshot({ snapshotId, publicationNumber, completedAt }: BomSnapshot, value: string): boolean {
  const wanted = value.toLowerCase()
  if (wanted === '' || String(publicationNumber) === wanted || snapshotId.toLowerCase() === wanted) return true
  const days = [completedAt.slice(0, 10), formatDay(completedAt).toLowerCase()]
  return wanted.length >= 5 && days.some((day) => day.startsWith(wanted))
}
