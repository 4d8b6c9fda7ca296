import { type ExceptionWrite, findExceptionsOfPairs, writeExceptions } from '../../cypher/exceptions/facts.ts'
import { type Endpoints, exceptionOf, seenKeyOf } from '../../domain/exceptions/exception-of.ts'
import type { Finding } from '../../domain/exceptions/finding.ts'
import { type PositionException, quantityCodes } from '../../schemas/materials/exceptions.ts'
import { storedException, storedExplanation } from '../../schemas/stored/connected-data.ts'
import type { TextOf } from '../../schemas/stored/stored-document.ts'
import type { ExceptionCounts } from '../report.ts'
import { distinctPairs, type ReconcileContext } from './context.ts'

/** The current findings of a pair, or of a connected record, which has only one endpoint. */
export interface Verdict {
  endpoints: Endpoints
  /** The keys of the endpoints, empty for a missing endpoint, and references that lead to them. */
  keys: readonly [string, string]
  refs: readonly [string, string]
  findings: readonly Finding[]
}

export const nothingWritten: ExceptionCounts = { opened: 0, resolved: 0 }

type Stored = Awaited<ReturnType<typeof readExceptions>>

export async function readExceptions({ run, organization }: ReconcileContext, verdicts: readonly Verdict[]) {
  const pairs = distinctPairs(verdicts.map(({ keys }) => keys))
  return pairs.length > 0 ? run(findExceptionsOfPairs, organization, { pairs }) : []
}

/**
 * Creates exceptions for new findings, updates changed ones, and resolves those without a finding. A resolved exception
 * keeps its last content. `stored` are the current exceptions of the same pairs. Unchanged exceptions are not written.
 */
export async function writeFindings(
  { run, organization }: ReconcileContext,
  verdicts: readonly Verdict[],
  stored: Stored,
): Promise<ExceptionCounts> {
  const known = new Map(stored.map((row) => [row.exceptionId, row]))
  const ofPair = Map.groupBy(stored, ({ materialKey, factoryKey }) => JSON.stringify([materialKey, factoryKey]))
  const counts = { ...nothingWritten }
  const rows = verdicts.flatMap((verdict) => {
    const found = verdict.findings.map((finding) => {
      const exception = exceptionOf(organization, verdict.endpoints, finding)
      return rowOf(verdict, exception, storedExplanation.write([...finding.steps]))
    })
    const changed = found.filter(({ exceptionId, doc, explanation }) => {
      const before = known.get(exceptionId)
      return before?.doc !== doc || before.explanation !== explanation
    })
    const open = new Set(found.map(({ exceptionId }) => exceptionId))
    const gone = (ofPair.get(JSON.stringify(verdict.keys)) ?? [])
      .map(({ doc, explanation }) => ({ exception: storedException.read(doc), explanation }))
      .filter(({ exception: { status, exceptionId } }) => status === 'open' && !open.has(exceptionId))
    counts.opened += changed.filter(({ exceptionId }) => !isOpen(known.get(exceptionId)?.doc)).length
    counts.resolved += gone.length
    const resolved = gone.map(({ exception, explanation }) =>
      rowOf(verdict, { ...exception, status: 'resolved' }, explanation),
    )
    return [...changed, ...resolved]
  })
  if (rows.length > 0) await run(writeExceptions, organization, { rows })
  return counts
}

function isOpen(doc: TextOf<PositionException> | undefined): boolean {
  return doc !== undefined && storedException.read(doc).status === 'open'
}

function rowOf(
  { keys, refs }: Verdict,
  exception: PositionException,
  explanation: ExceptionWrite['explanation'],
): ExceptionWrite {
  const { exceptionId, code, severity, status, systems, datasetIds, material, factory } = exception
  return {
    exceptionId,
    code,
    severity,
    status,
    systems,
    datasetIds,
    quantity: quantityCodes.includes(code),
    materialKey: keys[0],
    factoryKey: keys[1],
    materialRef: refs[0],
    factoryRef: refs[1],
    materialCode: material?.code ?? null,
    factoryCode: factory?.code ?? null,
    seenKey: seenKeyOf(exception),
    doc: storedException.write(exception),
    explanation,
  }
}
