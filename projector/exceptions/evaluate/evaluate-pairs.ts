import { findExceptionsOfPairs, findPositionsOfPairs } from '../../../cypher/exceptions/facts.ts'
import { evaluatePair } from '../../../domain/exceptions/evaluate-pair.ts'
import type { ExceptionCounts } from '../../report.ts'
import { distinctPairs, type ReconcileContext } from '../context.ts'
import type { InvalidationOf } from '../invalidation.ts'
import { type FactoryEndpoint, factoryEndpoints } from '../resolve/factories.ts'
import { type MaterialEndpoint, materialEndpoints } from '../resolve/materials.ts'
import { type Locked, lockedOf, writeEndpoints } from '../resolve/positions.ts'
import { type Verdict, writeFindings } from '../write-findings.ts'
import { type Located, pairFacts } from './pair-facts.ts'

/**
 * Evaluates pairs, given by the keys of their endpoints, and writes their exceptions. A key that no longer leads to an
 * endpoint has no findings: its positions were resolved again before, and belong to other pairs now.
 */
export async function evaluatePairs(
  context: ReconcileContext,
  taken: readonly InvalidationOf<'pair'>[],
): Promise<ExceptionCounts> {
  const { run, organization } = context
  const pairs = distinctPairs(taken.map(({ materialKey, factoryKey }) => [materialKey, factoryKey]))
  const rows = await run(findPositionsOfPairs, organization, { pairs })
  const stored = await run(findExceptionsOfPairs, organization, { pairs })
  const locked = Map.groupBy(rows.map(lockedOf), ({ row }) => textOf([row.materialKey ?? '', row.factoryKey ?? '']))
  const hinted = [
    ...taken,
    ...stored.map(({ materialKey, factoryKey, factoryRef: hint }) => ({ materialKey, factoryKey, hint })),
  ]
  const hints = Map.groupBy(hinted, ({ materialKey, factoryKey }) => textOf([materialKey, factoryKey]))
  const refs = pairs.map((keys) => refsOf(keys, locked.get(textOf(keys)) ?? [], hints.get(textOf(keys)) ?? []))
  const materials = await materialEndpoints(
    context,
    refs.map(({ material }) => material),
  )
  const factories = await factoryEndpoints(
    context,
    refs.flatMap(({ factories: factoryRefs }) => factoryRefs),
  )
  const located = pairs.map((keys, at): (Located & { locked: Locked[] }) | null => {
    const own = locked.get(textOf(keys)) ?? []
    const material = materials.get(refs[at]?.material ?? '')
    const factory = refs[at]?.factories.flatMap((ref) => factories.get(ref) ?? []).find(({ key }) => key === keys[1])
    if (material?.key !== keys[0] || !factory) return null
    const [first] = own.map(({ position }) => position)
    return {
      keys,
      locked: own,
      positions: own.map(({ position }) => position),
      material: called(material, first?.material.code),
      factory: called(factory, first?.factory.code),
    }
  })
  const known = located.flatMap((one) => one ?? [])
  await writeEndpoints(
    context,
    known.flatMap(({ locked: lockedPositions, material, factory }) =>
      lockedPositions.map((one) => ({ locked: one, endpoints: { material, factory } })),
    ),
  )
  const facts = await pairFacts(context, known)
  const findings = new Map(known.map(({ keys }, at) => [textOf(keys), facts[at] ? evaluatePair(facts[at]) : []]))
  const verdicts = pairs.map((keys, at): Verdict => {
    const { material = null, factory = null } = located[at] ?? {}
    const found = findings.get(textOf(keys)) ?? []
    return { endpoints: { material, factory }, keys, refs: [material?.ref ?? '', factory?.ref ?? ''], findings: found }
  })
  return writeFindings(context, verdicts, stored)
}

const textOf = (keys: readonly [string, string]) => JSON.stringify(keys)

/**
 * The stored references that lead to the endpoints of a pair. Of a factory, any one will do: its ID does not reveal its
 * facility ID.
 */
function refsOf(
  [materialKey, factoryKey]: [string, string],
  locked: readonly Locked[],
  hints: readonly { hint: string }[],
) {
  const named = [...locked.map(({ row }) => row.factoryRef), ...hints.map(({ hint }) => hint).sort()]
  const isRef = factoryKey.includes(':')
  return {
    material: materialKey.includes(':') ? materialKey : `id:${materialKey}`,
    factories: isRef ? [factoryKey] : [...new Set(named)].filter((ref) => ref !== ''),
  }
}

/** Replaces the code of an endpoint that is known only by an ID by the code that a position uses for it. */
function called<E extends MaterialEndpoint | FactoryEndpoint>(end: E, code: string | undefined): E {
  return end.id === null && end.ref.startsWith('id:') && code !== undefined ? { ...end, code } : end
}
