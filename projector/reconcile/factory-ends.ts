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
  const known = await knownOf(
    round,
    read.map(({ ref }) => ref),
  )
  const found = read.map(({ text, ref }) => ({ text, meant: byId(candidatesOf(round.organization, known, ref)) }))
  const all = found.flatMap(({ meant }) => meant)
  const operators = await operatorsOf(round, distinct(all.flatMap(({ facility }) => facility ?? [])))
  const ids = distinct(all.map(({ id }) => id))
  const rows = ids.length > 0 ? await round.run(getConnectedLabels, round.organization, { ids }) : []
  const labels = new Map(rows.map(({ id, label }) => [id, label]))
  return new Map(
    found.map(({ text, meant }): [string, FactoryEnd] => {
      const [first] = meant
      if (!first || meant.length > 1) return [text, nothingBy(text, meant)]
      const { id, code, ref, facility } = first
      const own = operators.get(facility ?? '') ?? []
      const label = labels.get(id) ?? own[0]?.label ?? null
      return [text, { ref, key: id, id, code, label, owners: [], operators: own }]
    }),
  )
}

function nothingBy(ref: string, meant: readonly Candidate[]): FactoryEnd {
  const owners = meant.map(({ code }) => code)
  return { ref, key: ref, id: null, code: codeOf(ref), label: null, owners, operators: [] }
}

/** What is known of everything that references name. */
interface Known {
  /** Which live records carry codes, and which suppliers claim them. */
  carriers: readonly (Code & { recordId: string })[]
  claimants: readonly (Code & { id: string })[]
  named: readonly { system: string; instance: string; recordId: string; id: string }[]
  records: ReadonlyMap<string, { code: string; facilities: string[] }>
  /** The facility ids of suppliers. */
  operated: ReadonlyMap<string, string[]>
}

async function knownOf(round: Round, refs: readonly StoredRef[]): Promise<Known> {
  const { run, organization } = round
  const codes = refs.flatMap((ref) => codeFrom(ref) ?? [])
  const names = refs.flatMap((ref) => (ref.kind === 'record' ? [ref] : []))
  const carriers = codes.length > 0 ? await run(findFactoriesOfCodes, organization, { codes }) : []
  const owners = codes.length > 0 ? await run(findOwnersOfCodes, organization, { codes }) : []
  const claimants = owners.filter(({ type }) => type === 'supplier')
  const named = names.length > 0 ? await run(findNamedRecords, organization, { names }) : []
  const ids = distinct([
    ...carriers.map(({ recordId }) => recordId),
    ...named.map(({ id }) => id),
    ...refs.flatMap((ref) => (ref.kind === 'id' ? [ref.id] : [])),
  ])
  const rows = ids.length > 0 ? await run(findFacilitiesOfRecords, organization, { ids }) : []
  const operated = await facilitiesOf(round, distinct(claimants.map(({ id }) => id)))
  return { carriers, claimants, named, records: new Map(rows.map((row) => [row.id, row])), operated }
}

/** The factories that a reference may mean, perhaps some of them several times. */
function candidatesOf(organization: string, known: Known, ref: StoredRef): Candidate[] {
  const ofFacility = (facility: string): Candidate => ({
    ...{ id: factoryIdOf(organization, facility), code: facility, facility },
    ref: `code:*:${FACILITY}:${facility}`,
  })
  const ofRecord = (id: string): Candidate[] => {
    const record = known.records.get(id)
    if (!record) return []
    if (record.facilities.length > 0) return record.facilities.map(ofFacility)
    return [{ id, code: record.code, ref: `id:${id}`, facility: null }]
  }
  if (ref.kind === 'id') return ofRecord(ref.id)
  if (ref.kind === 'record') {
    const { system, instance, recordId } = ref
    const isIt = (of: Known['named'][number]) =>
      of.system === system && of.instance === instance && of.recordId === recordId
    return known.named.filter(isIt).flatMap(({ id }) => ofRecord(id))
  }
  const code = codeFrom(ref)
  const isIt = (of: Code) => of.system === code?.system && of.kind === code.kind && of.value === code.value
  const [carriers, claimants] = [known.carriers.filter(isIt), known.claimants.filter(isIt)]
  if (ref.codeKind === FACILITY) return carriers.length + claimants.length > 0 ? [ofFacility(ref.value)] : []
  return [
    ...carriers.flatMap(({ recordId }) => ofRecord(recordId)),
    ...claimants.flatMap(({ id }) => (known.operated.get(id) ?? []).map(ofFacility)),
  ]
}

function codeFrom(ref: StoredRef): Code | null {
  return ref.kind === 'code' ? { system: ref.system ?? '*', kind: ref.codeKind, value: ref.value } : null
}

function byId(candidates: readonly Candidate[]): Candidate[] {
  const each = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  return [...each.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
