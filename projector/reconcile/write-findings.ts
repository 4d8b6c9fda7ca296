import { type ExceptionWrite, findExceptionsOfKeys, writeExceptions } from '../../cypher/reconcile.ts'
import { type PositionException, quantityCodes } from '../../schemas/connected.ts'
import { type Ends, exceptionOf, resolved, seenAgain } from './exception-of.ts'
import type { Finding } from './pair.ts'
import { distinctPairs, type Round } from './round.ts'

/** What is wrong now with a pair, or with a connected record, which has one end only. */
export interface Verdict {
  ends: Ends
  /** The keys of the ends, empty where there is none, and references that lead to them. */
  keys: readonly [string, string]
  refs: readonly [string, string]
  findings: readonly Finding[]
  /** The newest time of the events for which it is looked at. */
  time: string
}

/** Opens what was found, changes what is said otherwise now, resolves the rest. What is as before is not written. */
export async function writeFindings(round: Round, verdicts: readonly Verdict[]): Promise<void> {
  if (verdicts.length === 0) return
  const { run, organization } = round
  const pairs = distinctPairs(verdicts.map(({ keys }) => keys))
  const rows = await run(findExceptionsOfKeys, organization, { pairs })
  const stored = new Map(
    rows.map(({ exceptionId, doc }): [string, PositionException] => [exceptionId, JSON.parse(doc)]),
  )
  const keyOf = ({ keys }: Pick<Verdict, 'keys'>) => JSON.stringify(keys)
  const before = Map.groupBy(rows, ({ materialKey, factoryKey }) => keyOf({ keys: [materialKey, factoryKey] }))
  const writes = verdicts.flatMap((verdict) => {
    const { time } = verdict
    const wanted = verdict.findings.map((finding) => {
      const plain = exceptionOf(organization, verdict.ends, finding, {
        status: 'open',
        firstSeenAt: time,
        lastSeenAt: time,
      })
      const was = stored.get(plain.exceptionId) ?? null
      return isSame(was, plain)
        ? { now: plain, isNew: false }
        : { now: { ...plain, ...seenAgain(was, time) }, isNew: true }
    })
    const ids = new Set(wanted.map(({ now }) => now.exceptionId))
    const gone = (before.get(keyOf(verdict)) ?? []).flatMap(({ exceptionId }) => {
      const was = stored.get(exceptionId)
      return was?.status === 'open' && !ids.has(exceptionId) ? [resolved(was, time)] : []
    })
    const changed = wanted.flatMap(({ now, isNew }) => (isNew ? [now] : []))
    return [...changed, ...gone].map((exception) => rowOf(verdict, exception))
  })
  if (writes.length > 0) await run(writeExceptions, organization, { rows: writes })
}

/** Whether an open exception says all that is found now. */
function isSame(was: PositionException | null, now: PositionException): boolean {
  if (was?.status !== 'open') return false
  const { firstSeenAt, lastSeenAt, ...before } = was
  const { firstSeenAt: _first, lastSeenAt: _last, ...after } = now
  return JSON.stringify(before) === JSON.stringify(after)
}

function rowOf({ keys, refs }: Verdict, exception: PositionException): ExceptionWrite {
  const { exceptionId, code, severity, status, systems, datasetIds } = exception
  return {
    ...{ exceptionId, code, severity, status, systems, datasetIds },
    quantity: quantityCodes.includes(code),
    ...{ materialKey: keys[0], factoryKey: keys[1], materialRef: refs[0], factoryRef: refs[1] },
    doc: JSON.stringify(exception),
  }
}
