import { findOwnersOfCodes, type RecordRow } from '../../cypher/reconcile.ts'
import { canonicalId } from '../../schemas/identity.ts'
import type { StoredCode, StoredSourceRecord } from '../../schemas/stored-records.ts'
import { factoryIdOf, operatorsOf } from './facilities.ts'
import { listedMaterials } from './material-ends.ts'
import { distinct, type Round } from './round.ts'
import type { ToldRecord } from './told-record.ts'

/** `code` is what people call a material. */
interface Owner {
  id: string
  label: string
  code?: string
}

/** A source record with the connected record that shows it now. */
export interface OwnedRecord {
  id: string
  kind: 'material' | 'factory'
  /** Null when the record was deleted. */
  told: ToldRecord | null
  stored: StoredSourceRecord | null
  was: string | null
  connectedId: string | null
  /** Of a material the entities that own its codes, of a factory the suppliers that operate it; by id. */
  owners: Owner[]
  isExact: boolean
  facility: string | null
}

/** Matches source records with the materials that own their codes, and with factories by facility id. */
export async function ownedRecords(round: Round, rows: readonly RecordRow[]): Promise<OwnedRecord[]> {
  const read = rows.map((row) => ({
    row,
    stored: row.doc === null ? null : (JSON.parse(row.doc) as StoredSourceRecord),
  }))
  const visible = read.flatMap(({ row, stored }) => (stored ? [{ row, stored }] : []))
  const materialOwners = await ownersOfMaterials(
    round,
    visible.filter(({ row }) => row.kind === 'material').flatMap(({ stored }) => stored.references),
  )
  const operators = await operatorsOf(
    round,
    distinct(visible.filter(({ row }) => row.kind === 'factory').flatMap(({ stored }) => stored.facilityIds)),
  )
  return read.map(({ row, stored }): OwnedRecord => {
    const kind = row.kind === 'factory' ? 'factory' : 'material'
    const nothing = { owners: [], isExact: false, facility: null }
    const own = { id: row.id, kind, was: row.connectedId, stored } as const
    if (!stored) return { ...own, told: null, connectedId: null, ...nothing }
    const told = { id: row.id, isLive: row.live === true, summary: stored.summary, fields: stored.fields }
    if (kind === 'material') return { ...own, told, ...materialOf(row.id, stored, materialOwners) }
    const [facility, ...others] = stored.facilityIds
    if (facility === undefined) return { ...own, told, connectedId: row.id, ...nothing }
    if (others.length > 0) {
      const owners = stored.facilityIds.map((label) => ({ id: factoryIdOf(round.organization, label), label }))
      return { ...own, told, connectedId: row.id, ...nothing, owners: owners.sort((a, b) => (a.id < b.id ? -1 : 1)) }
    }
    const connectedId = factoryIdOf(round.organization, facility)
    return { ...own, told, connectedId, facility, isExact: true, owners: operators.get(facility) ?? [] }
  })
}

type OwnersOf = (code: StoredCode) => Owner[]

function materialOf(id: string, { references, summary }: StoredSourceRecord, ownersOf: OwnersOf) {
  const found = references.flatMap((code) => ownersOf(code).map((owner) => ({ owner, code })))
  const owners = [...new Map(found.map(({ owner }) => [owner.id, owner])).values()]
  owners.sort((a, b) => (a.id < b.id ? -1 : 1))
  const isExact = found.some(({ code }) => code.kind === 'record_id' || code.system === summary.system)
  const connectedId = owners.length === 1 ? (owners[0]?.id ?? id) : id
  return { connectedId, owners, isExact, facility: null }
}

/** A record id leads to an entity by its canonical id; every other code to those who claim it. */
async function ownersOfMaterials(round: Round, references: readonly StoredCode[]): Promise<OwnersOf> {
  const { run, organization } = round
  const idOf = ({ system, instance, value }: StoredCode) =>
    system !== null && instance !== null
      ? canonicalId(organization, 'material', { system, instance, recordId: value })
      : null
  const codes = references
    .filter(({ kind }) => kind !== 'record_id')
    .map(({ system, kind, value }) => ({ system: system ?? '*', kind, value }))
  const each = [...new Map(codes.map((code) => [JSON.stringify(code), code])).values()]
  const claims = each.length > 0 ? await run(findOwnersOfCodes, organization, { codes: each }) : []
  const owners = claims.filter(({ type }) => type === 'material')
  const byCode = Map.groupBy(owners, ({ system, kind, value }) => JSON.stringify([system, kind, value]))
  const named = references.filter(({ kind }) => kind === 'record_id').flatMap((code) => idOf(code) ?? [])
  const materials = await listedMaterials(round, [...named, ...owners.map(({ id }) => id)])
  return (code) => {
    const claimed = byCode.get(JSON.stringify([code.system ?? '*', code.kind, code.value])) ?? []
    const ids = code.kind === 'record_id' ? [idOf(code) ?? ''] : claimed.map(({ id }) => id)
    return ids
      .flatMap((id) => materials.get(id) ?? [])
      .map(({ id, label, attributes }) => ({ id, label, code: attributes.materialNumber }))
  }
}
