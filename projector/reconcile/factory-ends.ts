import {
  type Code,
  findFacilitiesOfRecords,
  findFactoriesOfCodes,
  findNamedRecords,
  findOwnersOfCodes,
  getConnectedLabels,
} from '../../cypher/reconcile.ts'
import { readRef, type StoredRef } from '../../schemas/connected-refs.ts'
import { FACILITY, facilitiesOf, factoryIdOf, operatorsOf } from './facilities.ts'
import { codeOf } from './material-ends.ts'
import type { End } from './pair.ts'
import { distinct, type Round } from './round.ts'

/** What a reference to a factory means now; `operators` are the suppliers that claim its facility id. */
export type FactoryEnd = End & { ref: string; operators: readonly { id: string; label: string }[] }

/** A factory that a reference may mean: by its facility id, or a record that carries none. */
interface Candidate {
  id: string
  code: string
  ref: string
  facility: string | null
}

/**
 * Resolves references to factories, as stored. A facility id is known when a live record carries it or a supplier claims
 * it; any other code means the factories of the records that carry it and of the suppliers that claim it.
 */
export async function factoryEnds(round: Round, refs: Iterable<string>): Promise<Map<string, FactoryEnd>> {
  const read = distinct(refs).map((text) => ({ text, ref: readRef(text) }))
  const candidates = await candidatesOf(
    round,
    read.map(({ ref }) => ref),
  )
  const found = read.map(({ text, ref }) => ({ text, meant: byId(candidates(ref)) }))
  const all = found.flatMap(({ meant }) => meant)
  const operators = await operatorsOf(round, distinct(all.flatMap(({ facility }) => facility ?? [])))
  const ids = distinct(all.map(({ id }) => id))
  const labels = ids.length > 0 ? await round.run(getConnectedLabels, round.organization, { ids }) : []
  const labelOf = new Map(labels.map(({ id, label }) => [id, label]))
  return new Map(
    found.map(({ text, meant }): [string, FactoryEnd] => {
      const [first] = meant
      if (!first || meant.length > 1) {
        const owners = meant.map(({ code }) => code)
        return [text, { ref: text, key: text, id: null, code: codeOf(text), label: null, owners, operators: [] }]
      }
      const own = operators.get(first.facility ?? '') ?? []
      const label = labelOf.get(first.id) ?? own[0]?.label ?? null
      const { id, code, ref } = first
      return [text, { ref, key: id, id, code, label, owners: [], operators: own }]
    }),
  )
}

async function candidatesOf(round: Round, refs: readonly StoredRef[]): Promise<(ref: StoredRef) => Candidate[]> {
  const { run, organization } = round
  const codes = refs.flatMap((ref) => codeFrom(ref) ?? [])
  const names = refs.flatMap((ref) => (ref.kind === 'record' ? [ref] : []))
  const carried = codes.length > 0 ? await run(findFactoriesOfCodes, organization, { codes }) : []
  const claimed = codes.length > 0 ? await run(findOwnersOfCodes, organization, { codes }) : []
  const suppliers = claimed.filter(({ type }) => type === 'supplier')
  const named = names.length > 0 ? await run(findNamedRecords, organization, { names }) : []
  const recordIds = distinct([
    ...carried.map(({ recordId }) => recordId),
    ...named.map(({ id }) => id),
    ...refs.flatMap((ref) => (ref.kind === 'id' ? [ref.id] : [])),
  ])
  const records = recordIds.length > 0 ? await run(findFacilitiesOfRecords, organization, { ids: recordIds }) : []
  const operated = await facilitiesOf(round, distinct(suppliers.map(({ id }) => id)))
  const known = new Map(records.map((record) => [record.id, record]))
  const ofFacility = (facility: string): Candidate => ({
    ...{ id: factoryIdOf(organization, facility), code: facility, facility },
    ref: `code:*:${FACILITY}:${facility}`,
  })
  const ofRecord = (id: string): Candidate[] => {
    const record = known.get(id)
    if (!record) return []
    if (record.facilities.length > 0) return record.facilities.map(ofFacility)
    return [{ id, code: record.code, ref: `id:${id}`, facility: null }]
  }
  return (ref) => {
    if (ref.kind === 'id') return ofRecord(ref.id)
    const isNamed = (of: { system: string; instance: string; recordId: string }) =>
      ref.kind === 'record' && of.system === ref.system && of.instance === ref.instance && of.recordId === ref.recordId
    if (ref.kind === 'record') return named.filter(isNamed).flatMap(({ id }) => ofRecord(id))
    const code = codeFrom(ref)
    const isIt = (of: Code) => of.system === code?.system && of.kind === code.kind && of.value === code.value
    const owners = suppliers.filter(isIt)
    const carriers = carried.filter(isIt)
    if (ref.codeKind === FACILITY) return owners.length + carriers.length > 0 ? [ofFacility(ref.value)] : []
    return [
      ...carriers.flatMap(({ recordId }) => ofRecord(recordId)),
      ...owners.flatMap(({ id }) => (operated.get(id) ?? []).map(ofFacility)),
    ]
  }
}

function codeFrom(ref: StoredRef): Code | null {
  return ref.kind === 'code' ? { system: ref.system ?? '*', kind: ref.codeKind, value: ref.value } : null
}

function byId(candidates: readonly Candidate[]): Candidate[] {
  const each = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  return [...each.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
