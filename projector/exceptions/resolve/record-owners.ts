import { type EntityRow, getEntities, type RecordRow } from '../../../cypher/exceptions/resolve.ts'
import { type Input, inputOf } from '../../../domain/exceptions/inputs.ts'
import { canonicalId } from '../../../domain/identity/identity.ts'
import type { MatchedRecord, RecordOwner } from '../../../domain/materials/connected-record.ts'
import { masterStatement } from '../../../domain/materials/master-statement.ts'
import { type StoredCode, type StoredSourceRecord, storedSourceRecord } from '../../../schemas/stored/source-record.ts'
import { byId, distinct, type ReconcileContext } from '../context.ts'
import { entityInput, sourceRecordInput } from '../input-records.ts'
import { codeOwners, codeText, present } from './code-owners.ts'
import { FACILITY, factoryIdOf, operatorsOf } from './facilities.ts'
import { listedMaterials } from './materials.ts'

/** A source record and the connected record that contains it now. */
export interface OwnedRecord {
  id: string
  kind: 'material' | 'factory'
  /** Null when the record was deleted. */
  matched: MatchedRecord | null
  stored: StoredSourceRecord | null
  was: string | null
  connectedId: string | null
  /**
   * Of a material record, the entities that have its codes. Of a factory record, the suppliers that operate the
   * factory. Sorted by ID.
   */
  owners: RecordOwner[]
  isExact: boolean
  facility: string | null
}

/**
 * Matches source records: material records with the materials that have their codes, factory records with factories by
 * their facility ID.
 */
export async function ownedRecords(context: ReconcileContext, rows: readonly RecordRow[]): Promise<OwnedRecord[]> {
  const read = rows.map((row) => ({
    row,
    stored: row.doc === null ? null : storedSourceRecord.read(row.doc),
  }))
  const visible = read.flatMap(({ row, stored }) => (stored ? [{ row, stored }] : []))
  const ofKind = (kind: string) => visible.filter(({ row }) => row.kind === kind).map(({ stored }) => stored)
  const materialsOf = await materialsOfCodes(
    context,
    ofKind('material').flatMap(({ references }) => references),
  )
  const operatorsAt = await operatorsOfFacilities(
    context,
    ofKind('factory').flatMap(({ facilityIds }) => facilityIds),
  )
  return read.map(({ row, stored }): OwnedRecord => {
    const kind = row.kind === 'factory' ? 'factory' : 'material'
    const own = { id: row.id, kind, was: row.connectedId, stored } as const
    if (!stored) return { ...own, matched: null, connectedId: null, owners: [], isExact: false, facility: null }
    const match = kind === 'material' ? materialMatch(row, stored, materialsOf) : factoryMatch(row, stored, operatorsAt)
    const { inputs, ...rest } = match
    const { summary, fields } = stored
    return { ...own, ...rest, matched: { id: row.id, isLive: row.live === true, summary, fields, inputs } }
  })

  function factoryMatch(row: RecordRow, record: StoredSourceRecord, operators: OwnersOf<string>): Match {
    const { facilityIds } = record
    const input = sourceRecordInput(row, record)
    const carried = facilityIds.map((facility) => `code:*:${FACILITY}:${facility}`)
    const own = { connectedId: row.id, owners: [], isExact: false, facility: null }
    const [facility, ...others] = facilityIds
    if (facility === undefined) return { ...own, inputs: [inputOf(input, ['isLive'])] }
    if (others.length > 0) {
      const owners = facilityIds.map((label) => ({ id: factoryIdOf(context.organization, label), label }))
      return { ...own, owners: owners.sort(byId), inputs: [inputOf(input, ['isLive', ...carried])] }
    }
    const found = operators(facility)
    return {
      connectedId: factoryIdOf(context.organization, facility),
      facility,
      isExact: true,
      owners: found.map(({ owner }) => owner),
      inputs: [
        inputOf(input, ['isLive', ...carried]),
        ...found.map(({ row: by }) => inputOf(entityInput(by), [], carried)),
      ],
    }
  }
}

/**
 * The connected record with which a source record is matched, and the inputs that justify it: the record and its
 * owners.
 */
interface Match {
  connectedId: string
  owners: RecordOwner[]
  isExact: boolean
  facility: string | null
  inputs: Input[]
}

/** Looks up the owners of a code, each with its stored row. */
type OwnersOf<T> = (code: T) => { owner: RecordOwner; row: EntityRow; former: boolean }[]

function materialMatch(row: RecordRow, record: StoredSourceRecord, ownersOf: OwnersOf<StoredCode>): Match {
  const { references, summary } = record
  const all = references.flatMap((code) => ownersOf(code).map((one) => ({ ...one, id: one.owner.id, code })))
  // A record that carries both a previous code and the current one belongs to the owner of the current one.
  const meant = new Set(present(all).map(({ id }) => id))
  const found = all.filter(({ id }) => meant.has(id))
  const byOwner = [...Map.groupBy(found, ({ owner }) => owner.id).values()]
  const owners = byOwner.flatMap(([first]) => first?.owner ?? []).sort(byId)
  const input = sourceRecordInput(row, record)
  const inputs = byOwner.flatMap((led) => {
    const codes = led.map(({ code: { system, kind, value } }) => `code:${system ?? '*'}:${kind}:${value}`)
    const claimed = codes.filter((_, at) => led[at]?.code.kind !== 'record_id')
    const [first] = led
    return first ? [inputOf(input, ['isLive'], codes), inputOf(entityInput(first.row), [], claimed)] : []
  })
  const isExact = found.some(({ code }) => code.kind === 'record_id' || code.system === summary.system)
  const connectedId = owners.length === 1 ? (owners[0]?.id ?? row.id) : row.id
  return {
    connectedId,
    owners,
    isExact,
    facility: null,
    inputs: inputs.length > 0 ? inputs : [inputOf(input, ['isLive'])],
  }
}

/**
 * Returns the owners of codes. A record ID leads to its entity through the canonical ID, any other code through the
 * claims.
 */
async function materialsOfCodes(
  context: ReconcileContext,
  references: readonly StoredCode[],
): Promise<OwnersOf<StoredCode>> {
  const { organization } = context
  const idOf = ({ system, instance, value }: StoredCode) =>
    system !== null && instance !== null
      ? canonicalId(organization, 'material', { system, instance, recordId: value })
      : null
  const codes = references
    .filter(({ kind }) => kind !== 'record_id')
    .map(({ system, kind, value }) => ({ system: system ?? '*', kind, value }))
  const byCode = await codeOwners(context, ['material'], codes)
  const owners = [...byCode.values()].flat()
  const named = references.filter(({ kind }) => kind === 'record_id').flatMap((code) => idOf(code) ?? [])
  const materials = await listedMaterials(context, [...named, ...owners.map(({ id }) => id)])
  return (code) => {
    const claimed = byCode.get(codeText({ ...code, system: code.system ?? '*' })) ?? []
    const own = code.kind === 'record_id' ? [{ id: idOf(code) ?? '', former: false }] : claimed
    return own.flatMap(({ id, former }) => {
      const material = materials.get(id)
      if (!material) return []
      const { label, attributes, row } = material
      const statement = masterStatement(material)
      return [{ owner: { id, label, code: attributes.materialNumber, statement }, row, former }]
    })
  }
}

/** Returns the suppliers that operate factories, by facility ID, with their rows. */
async function operatorsOfFacilities(
  context: ReconcileContext,
  facilities: readonly string[],
): Promise<OwnersOf<string>> {
  const operators = await operatorsOf(context, distinct(facilities))
  const ids = distinct([...operators.values()].flat().map(({ id }) => id))
  const rows = ids.length > 0 ? await context.run(getEntities, context.organization, { ids }) : []
  const stored = new Map(rows.map((row) => [row.id, row]))
  return (facility) =>
    (operators.get(facility) ?? []).flatMap((owner) => {
      const row = stored.get(owner.id)
      return row ? [{ owner, row, former: false }] : []
    })
}
