import { findPositionsOfKeys, findPositionsOfRefs, type PositionRow, writePositions } from '../../cypher/reconcile.ts'
import { evaluatePair } from './evaluate-pair.ts'
import { type FactoryEnd, factoryEnds } from './factory-ends.ts'
import { type MaterialEnd, materialEnds } from './material-ends.ts'
import type { StoredPosition } from './pair.ts'
import { type Located, pairFacts } from './pair-facts.ts'
import { distinctPairs, type Round } from './round.ts'
import { type Verdict, writeFindings } from './write-findings.ts'

/** A pair by the keys that it has, or had; references that led to it. */
export interface Slot {
  keys: readonly [string, string]
  refs: readonly [string, string]
}

type Held = PositionRow & { position: StoredPosition }

interface Ends {
  material: Map<string, MaterialEnd>
  factory: Map<string, FactoryEnd>
}

/**
 * Looks again at the pairs that references mean now, at pairs by key, and at the pairs that positions left: writes where
 * the positions belong, and the exceptions. Positions of other pairs are neither read nor written.
 */
export async function reconcilePairs(
  round: Round,
  refs: readonly (readonly [string, string])[],
  slots: readonly Slot[],
): Promise<void> {
  const named = await heldOf(round, findPositionsOfRefs, refs)
  const ends: Ends = { material: new Map(), factory: new Map() }
  await resolve(round, ends, [...refs, ...slots.map((slot) => slot.refs), ...named.map(refsOf)])
  const keysNow = (of: readonly [string, string]) => keysOf(ends, of)
  const left = named.flatMap(({ materialKey, factoryKey }) => pairOf(materialKey, factoryKey))
  const touched = distinctPairs([
    ...refs.map(keysNow),
    ...slots.map(({ keys }) => keys),
    ...named.map((row) => keysNow(refsOf(row))),
    ...left,
  ])
  const stood = await heldOf(round, findPositionsOfKeys, touched)
  await resolve(round, ends, stood.map(refsOf))
  const positions = [...new Map([...named, ...stood].map((row) => [row.id, row])).values()]
  await move(round, ends, positions)
  const located = locate(ends, touched, [...refs, ...slots.map((slot) => slot.refs)], positions)
  const facts = await pairFacts(round, located)
  const verdicts = located.map((one, at) => verdictOf(one, facts[at] ?? null))
  const gone = touched.filter(
    (keys) => !located.some((one) => isSame(one.keys, keys)) && isEmpty(ends, positions, keys),
  )
  const empty = { material: null, factory: null }
  await writeFindings(round, [
    ...verdicts,
    ...gone.map((keys): Verdict => ({ ends: empty, keys, refs: keys, findings: [] })),
  ])
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

function pairOf(a: string | null, b: string | null): [string, string][] {
  return a === null || b === null ? [] : [[a, b]]
}

const isSame = (a: readonly [string, string], b: readonly [string, string]) => a[0] === b[0] && a[1] === b[1]

/** Where a pair has no positions any more, nothing can be wrong with them. */
function isEmpty(ends: Ends, positions: readonly Held[], keys: readonly [string, string]): boolean {
  return !positions.some((row) => isSame(keysOf(ends, refsOf(row)), keys))
}

/** The touched pairs that some reference means now, with what is at both ends and the positions that belong there. */
function locate(
  ends: Ends,
  touched: readonly (readonly [string, string])[],
  refs: readonly (readonly [string, string])[],
  positions: readonly Held[],
): Located[] {
  return touched.flatMap((keys) => {
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
        material: named(material, first?.material.code),
        factory: named(factory, first?.factory.code),
        positions: own.map(({ position }) => position),
      },
    ]
  })
}

function verdictOf({ keys, material, factory }: Located, pair: Parameters<typeof evaluatePair>[0] | null): Verdict {
  const findings = pair ? evaluatePair(pair) : []
  return { ends: { material, factory }, keys, refs: [material.ref, factory.ref], findings }
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
