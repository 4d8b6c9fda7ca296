import {
  type Code,
  findFacilitiesOfRecords,
  findFactoriesOfCodes,
  findNamedRecords,
  getConnectedLabels,
  getEntities,
  getSourceRecords,
} from '../../../cypher/exceptions/resolve.ts'
import { type Input, inputOf } from '../../../domain/exceptions/inputs.ts'
import type { Endpoint } from '../../../domain/exceptions/pair.ts'
import { readRef, type StoredRef } from '../../../domain/identity/record-refs.ts'
import { storedSourceRecord } from '../../../schemas/stored/source-record.ts'
import { byId, distinct, type ReconcileContext } from '../context.ts'
import { entityInput, sourceRecordInput } from '../input-records.ts'
import { type CodeOwner, codeOwners, codeText } from './code-owners.ts'
import { FACILITY, facilitiesOf, factoryIdOf, operatorsOf } from './facilities.ts'
import { codeOf } from './materials.ts'

/** The factory that a reference leads to now. `operators` are the suppliers that have its facility ID. */
export type FactoryEndpoint = Endpoint & { ref: string; operators: readonly { id: string; label: string }[] }

/** A factory that a reference may lead to. It is identified by its facility ID, or by its record if that has none. */
interface Candidate {
  id: string
  code: string
  ref: string
  facility: string | null
  /** IDs of the source records and suppliers through which the reference leads to this factory. */
  by: readonly string[]
}

/**
 * Resolves stored references to factories. A facility ID is known if a live record carries it or a supplier has it. Any
 * other code leads to the factories of the records that carry it and of the suppliers that have it.
 */
export async function factoryEndpoints(
  context: ReconcileContext,
  refs: Iterable<string>,
): Promise<Map<string, FactoryEndpoint>> {
  const read = distinct(refs).map((text) => ({ text, ref: readRef(text) }))
  const known = await knownOf(
    context,
    read.map(({ ref }) => ref),
  )
  const found = read.map(({ text, ref }) => ({ text, meant: eachOnce(candidatesOf(context.organization, known, ref)) }))
  const all = found.flatMap(({ meant }) => meant)
  const operators = await operatorsOf(context, distinct(all.flatMap(({ facility }) => facility ?? [])))
  const ids = distinct(all.map(({ id }) => id))
  const rows = ids.length > 0 ? await context.run(getConnectedLabels, context.organization, { ids }) : []
  const labels = new Map(rows.map(({ id, label }) => [id, label]))
  const leading = await leadingInputs(
    context,
    found.flatMap(({ meant }) => (meant.length > 1 ? meant.flatMap(({ by }) => by) : [])),
  )
  return new Map(
    found.map(({ text, meant }): [string, FactoryEndpoint] => {
      const [first] = meant
      if (!first || meant.length > 1) {
        const owners = meant.map(({ code, by }) => ({ code, inputs: by.flatMap((id) => leading(id, text)) }))
        return [text, { ref: text, key: text, id: null, code: codeOf(text), label: null, owners, operators: [] }]
      }
      const { id, code, ref, facility } = first
      const own = operators.get(facility ?? '') ?? []
      const label = labels.get(id) ?? own[0]?.label ?? null
      return [text, { ref, key: id, id, code, label, owners: [], operators: own }]
    }),
  )
}

/**
 * The records and suppliers through which a reference leads to several factories, as inputs with the time of their
 * code.
 */
async function leadingInputs({ run, organization }: ReconcileContext, by: readonly string[]) {
  const ids = distinct(by)
  const records = ids.length > 0 ? await run(getSourceRecords, organization, { ids }) : []
  const entities = ids.length > 0 ? await run(getEntities, organization, { ids }) : []
  const found = new Map(entities.map((row) => [row.id, entityInput(row)]))
  for (const row of records)
    if (row.doc !== null) found.set(row.id, sourceRecordInput(row, storedSourceRecord.read(row.doc)))
  return (id: string, ref: string): Input[] => {
    const record = found.get(id)
    const named = readRef(ref)
    const codes = named.kind === 'code' ? [`code:*:${named.codeKind}:${named.value}`] : []
    return record ? [inputOf(record, ['isLive'], codes)] : []
  }
}

/** What the graph contains about the codes, records and IDs in a list of references. */
interface Known {
  /** The live records that carry each code. */
  carriers: readonly (Code & { recordId: string })[]
  /** Suppliers that have a code, by `codeText`. If no supplier has it now, those that had it before. */
  claimants: ReadonlyMap<string, readonly CodeOwner[]>
  named: readonly { system: string; instance: string; recordId: string; id: string }[]
  records: ReadonlyMap<string, { code: string; facilities: string[] }>
  /** Facility IDs by supplier. */
  operated: ReadonlyMap<string, string[]>
}

async function knownOf(context: ReconcileContext, refs: readonly StoredRef[]): Promise<Known> {
  const { run, organization } = context
  const codes = refs.flatMap((ref) => (ref.kind === 'code' ? [codeFrom(ref)] : []))
  const names = refs.flatMap((ref) => (ref.kind === 'record' ? [ref] : []))
  const carriers = codes.length > 0 ? await run(findFactoriesOfCodes, organization, { codes }) : []
  const claimants = await codeOwners(context, ['supplier'], codes)
  const named = names.length > 0 ? await run(findNamedRecords, organization, { names }) : []
  const ids = distinct([
    ...carriers.map(({ recordId }) => recordId),
    ...named.map(({ id }) => id),
    ...refs.flatMap((ref) => (ref.kind === 'id' ? [ref.id] : [])),
  ])
  const rows = ids.length > 0 ? await run(findFacilitiesOfRecords, organization, { ids }) : []
  const suppliers = [...claimants.values()].flat()
  const operated = await facilitiesOf(context, distinct(suppliers.map(({ id }) => id)))
  const records = new Map(rows.map((row) => [row.id, row]))
  const live = carriers.filter(({ recordId }) => records.has(recordId))
  return { carriers: live, claimants, named, records, operated }
}

/** Returns the factories that a reference may lead to. One factory may be listed more than once. */
function candidatesOf(organization: string, known: Known, ref: StoredRef): Candidate[] {
  const ofFacility = (facility: string, by: readonly string[]): Candidate => ({
    id: factoryIdOf(organization, facility),
    code: facility,
    facility,
    by,
    ref: `code:*:${FACILITY}:${facility}`,
  })
  const ofRecord = (id: string): Candidate[] => {
    const record = known.records.get(id)
    if (!record) return []
    if (record.facilities.length > 0) return record.facilities.map((facility) => ofFacility(facility, [id]))
    return [{ id, code: record.code, ref: `id:${id}`, facility: null, by: [id] }]
  }
  if (ref.kind === 'id') return ofRecord(ref.id)
  if (ref.kind === 'record') {
    const { system, instance, recordId } = ref
    const isIt = (named: Known['named'][number]) =>
      named.system === system && named.instance === instance && named.recordId === recordId
    return known.named.filter(isIt).flatMap(({ id }) => ofRecord(id))
  }
  const code = codeText(codeFrom(ref))
  const carriers = known.carriers.filter((carrier) => codeText(carrier) === code)
  const all = known.claimants.get(code) ?? []
  const claimants = all.filter(({ former }) => !former)
  if (ref.codeKind === FACILITY) return carriers.length + claimants.length > 0 ? [ofFacility(ref.value, [])] : []
  return [
    ...carriers.flatMap(({ recordId }) => ofRecord(recordId)),
    ...(carriers.length > 0 ? claimants : all).flatMap(({ id }) =>
      (known.operated.get(id) ?? []).map((facility) => ofFacility(facility, [id])),
    ),
  ]
}

function codeFrom({ system, codeKind, value }: Extract<StoredRef, { kind: 'code' }>): Code {
  return { system: system ?? '*', kind: codeKind, value }
}

function eachOnce(candidates: readonly Candidate[]): Candidate[] {
  const groups = [...Map.groupBy(candidates, ({ id }) => id).values()]
  return groups
    .flatMap(([first, ...others]) => (first ? { ...first, by: [first, ...others].flatMap(({ by }) => by) } : []))
    .sort(byId)
}
