import { findPositionsOfKeys, findPositionsOfRefs, type PositionRow, writePositions } from '../../cypher/reconcile.ts'
import { newestTimes, timeOf } from '../newest-times.ts'
import { evaluatePair } from './evaluate-pair.ts'
import { type FactoryEnd, factoryEnds } from './factory-ends.ts'
import { type MaterialEnd, materialEnds } from './material-ends.ts'
import type { StoredPosition } from './pair.ts'
import { type Located, pairFacts } from './pair-facts.ts'
import { distinctPairs, type Round } from './round.ts'
import { type Verdict, writeFindings } from './write-findings.ts'

/** References that led to a pair, and the newest time of the events for which it is looked at. */
export interface Reference {
  refs: readonly [string, string]
  time: string
}

/** A pair by the keys that it has, or had. */
export interface Slot extends Reference {
  keys: readonly [string, string]
}

type Touched = Omit<Slot, 'refs'>

type Held = PositionRow & { position: StoredPosition }

interface Ends {
  material: Map<string, MaterialEnd>
  factory: Map<string, FactoryEnd>
}

/**
 * Looks again at the pairs that references mean now, at pairs by key, and at the pairs that positions left: writes where
 * the positions belong, and the exceptions. Positions of other pairs are neither read nor written.
 */
export async function reconcilePairs(round: Round, pairs: readonly Reference[], slots: readonly Slot[]): Promise<void> {
  const asked = [...pairs, ...slots].map(({ refs }) => refs)
  const named = await heldOf(
    round,
    findPositionsOfRefs,
    pairs.map(({ refs }) => refs),
  )
  const ends: Ends = { material: new Map(), factory: new Map() }
  await resolve(round, ends, [...asked, ...named.map(refsOf)])
  const touched = newestOf([
    ...pairs.map(({ refs, time }) => ({ keys: keysOf(ends, refs), time })),
    ...slots,
    ...leftBy(named, pairs),
  ])
  const stood = await heldOf(
    round,
    findPositionsOfKeys,
    touched.map(({ keys }) => keys),
  )
  await resolve(round, ends, stood.map(refsOf))
  const positions = [...new Map([...named, ...stood].map((row) => [row.id, row])).values()]
  await move(round, ends, positions)
  const located = locate(ends, touched, asked, positions)
  const facts = await pairFacts(round, located)
  const verdicts = located.map((one, at) => verdictOf(one, facts[at] ?? null))
  const gone = touched.filter(
    ({ keys }) => !located.some((one) => isSame(one.keys, keys)) && isEmpty(ends, positions, keys),
  )
  const empty = { material: null, factory: null }
  await writeFindings(round, [
    ...verdicts,
    ...gone.map(({ keys, time }): Verdict => ({ ends: empty, keys, refs: keys, findings: [], time })),
  ])
}

/** Each pair of keys once, with its newest time. */
function newestOf(touched: readonly Touched[]): Touched[] {
  const times = newestTimes(touched.map(({ keys, time }) => [JSON.stringify(keys), time]))
  return distinctPairs(touched.map(({ keys }) => keys)).map((keys) => ({
    keys,
    time: timeOf(times, JSON.stringify(keys)),
  }))
}

/** The pairs that positions belonged to until now, with the times of the references that they carry. */
function leftBy(named: readonly Held[], pairs: readonly Reference[]): Touched[] {
  const times = newestTimes(pairs.map(({ refs, time }) => [JSON.stringify(refs), time]))
  return named.flatMap((row) => {
    const { materialKey, factoryKey } = row
    if (materialKey === null || factoryKey === null) return []
    return [{ keys: [materialKey, factoryKey] as const, time: timeOf(times, JSON.stringify(refsOf(row))) }]
  })
}

async function heldOf(
  { run, organization }: Round,
  query: typeof findPositionsOfRefs,
  pairs: readonly (readonly [string, string])[],
): Promise<Held[]> {
  const each = distinctPairs(pairs)
  const rows = each.length > 0 ? await run(query, organization, { pairs: each }) : []
  return rows.map((row) => ({ ...row, position: { ...JSON.parse(row.doc), supplierRef: row.supplierRef } }))
}

async function resolve(round: Round, ends: Ends, refs: readonly (readonly [string, string])[]): Promise<void> {
  const materials = refs.map(([ref]) => ref).filter((ref) => ref !== '' && !ends.material.has(ref))
  const factories = refs.map(([, ref]) => ref).filter((ref) => ref !== '' && !ends.factory.has(ref))
  for (const [ref, end] of await materialEnds(round, materials)) ends.material.set(ref, end)
  for (const [ref, end] of await factoryEnds(round, factories)) ends.factory.set(ref, end)
}

const refsOf = ({ materialRef, factoryRef }: PositionRow): [string, string] => [materialRef, factoryRef]

function keysOf({ material, factory }: Ends, [materialRef, factoryRef]: readonly [string, string]): [string, string] {
  return [material.get(materialRef)?.key ?? materialRef, factory.get(factoryRef)?.key ?? factoryRef]
}

const isSame = (a: readonly [string, string], b: readonly [string, string]) => a[0] === b[0] && a[1] === b[1]

/** Where a pair has no positions any more, nothing can be wrong with them. */
function isEmpty(ends: Ends, positions: readonly Held[], keys: readonly [string, string]): boolean {
  return !positions.some((row) => isSame(keysOf(ends, refsOf(row)), keys))
}

/** The touched pairs that some reference means now, with what is at both ends and the positions that belong there. */
function locate(
  ends: Ends,
  touched: readonly Touched[],
  refs: readonly (readonly [string, string])[],
  positions: readonly Held[],
): (Located & Touched)[] {
  return touched.flatMap(({ keys, time }) => {
    const own = positions.filter((row) => isSame(keysOf(ends, refsOf(row)), keys))
    const led = [...own.map(refsOf), ...refs].find((pair) => isSame(keysOf(ends, pair), keys))
    const material = ends.material.get(led?.[0] ?? '')
    const factory = ends.factory.get(led?.[1] ?? '')
    if (!material || !factory) return []
    const [first] = own.map(({ position }) => position)
    const named = <E extends MaterialEnd | FactoryEnd>(end: E, code: string | undefined): E =>
      end.id === null && end.ref.startsWith('id:') && code !== undefined ? { ...end, code } : end
    return [
      {
        keys,
        time,
        material: named(material, first?.material.code),
        factory: named(factory, first?.factory.code),
        positions: own.map(({ position }) => position),
      },
    ]
  })
}

function verdictOf(
  { keys, time, material, factory }: Located & Touched,
  pair: Parameters<typeof evaluatePair>[0] | null,
): Verdict {
  const findings = pair ? evaluatePair(pair) : []
  return { ends: { material, factory }, keys, refs: [material.ref, factory.ref], findings, time }
}

/** Writes to which pair each position belongs, where that is not what it says. */
async function move({ run, organization }: Round, ends: Ends, positions: readonly Held[]): Promise<void> {
  const rows = positions.flatMap((row) => {
    const material = ends.material.get(row.materialRef)
    const factory = ends.factory.get(row.factoryRef)
    if (!material || !factory) return []
    const { supplierRef, ...stored } = row.position
    const doc = JSON.stringify({
      ...stored,
      material: endOf(material, stored.material),
      factory: endOf(factory, stored.factory),
    })
    const now = { materialId: material.id, factoryId: factory.id, materialKey: material.key, factoryKey: factory.key }
    const isAsBefore =
      doc === row.doc && (Object.keys(now) as (keyof typeof now)[]).every((property) => now[property] === row[property])
    return isAsBefore ? [] : [{ id: row.id, was: row.doc, doc, ...now }]
  })
  rows.sort((a, b) => (a.id < b.id ? -1 : 1))
  if (rows.length > 0) await run(writePositions, organization, { rows })
}

function endOf({ id, code, label, ref }: MaterialEnd | FactoryEnd, stored: StoredPosition['material']) {
  return { id, code: id === null && ref.startsWith('id:') ? stored.code : code, label }
}
