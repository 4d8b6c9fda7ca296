import { getInputDocuments } from '../../../../cypher/exceptions/facts.ts'
import type { Step, StepValue } from '../../../../domain/exceptions/steps.ts'
import type { LeftOutNotice } from '../../../../schemas/left-out-notice.ts'
import type { PositionException } from '../../../../schemas/materials/exceptions.ts'
import type { ExplanationStep, ReadBy } from '../../../../schemas/materials/explanation.ts'
import type { Scope } from '../../../../schemas/scopes.ts'
import { OPEN } from '../../../../schemas/stored/bom.ts'
import { anyDocument } from '../../../../schemas/stored/stored-document.ts'
import type { Context } from '../../../core/context.ts'

type Explained = { explanation: ExplanationStep[]; notices: LeftOutNotice[] }
type Found = Map<string, Awaited<ReturnType<typeof findRecords>>[number]>

/**
 * The steps that led to an exception, each value with the operation that returns its record. A step is left out if one
 * of its values requires a scope that the caller lacks.
 */
export async function explainException(
  context: Context,
  exception: PositionException,
  steps: readonly Step[],
): Promise<Explained> {
  const lacks = ({ scope }: StepValue) => !context.scopes.has(scope)
  const shown = steps.filter(({ inputs }) => !inputs.some(lacks))
  const rows = await findRecords(
    context,
    shown.flatMap(({ inputs }) => inputs.map(({ id }) => id)),
  )
  const found: Found = new Map(rows.map((row) => [row.id, row]))
  const explanation = shown.map(({ inputs, ...step }) => ({
    ...step,
    inputs: inputs.map(({ scope: _scope, ...value }) => ({ ...value, readBy: readByOf(value, exception, found) })),
  }))
  return { explanation, notices: noticesOf(steps, lacks) }
}

async function findRecords(context: Context, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  return wanted.length > 0 ? context.read(getInputDocuments, { ids: wanted, open: OPEN }) : []
}

/**
 * The request that returns the record of a value; null if the record no longer exists, or if no operation returns it.
 */
function readByOf(
  { kind, id, system, recordId }: Omit<StepValue, 'scope'>,
  { material, factory }: PositionException,
  found: Found,
): ReadBy | null {
  const row = found.get(id)
  if (!row) return null
  switch (kind) {
    case 'position':
      return { operation: 'getMaterialFactoryPosition', parameters: { ...endpointsOf(material, factory), system } }
    case 'source_record':
      return { operation: 'inspectServiceSource', parameters: { system, recordId } }
    case 'dataset':
      return { operation: 'getServiceDataFreshness', parameters: { datasetId: id } }
    case 'link':
      return linkReadBy(row)
    case 'requirement':
      return null
    default:
      return { operation: 'getEntity', parameters: { entityId: id } }
  }
}

/** Endpoints are named by ID if they have one, because several may have the same code. */
function endpointsOf(material: PositionException['material'], factory: PositionException['factory']) {
  const endpoints = { material, factory }
  const known = Object.entries(endpoints).flatMap(([name, end]) => (end?.id == null ? [] : [[name, end.id]]))
  const coded = Object.entries(endpoints).flatMap(([name, end]) => (end === null ? [] : [[name, end.code]]))
  return Object.fromEntries(known.length > 0 ? known : coded) as Record<string, string>
}

function linkReadBy({ doc, fromId, toId }: Found extends Map<string, infer Row> ? Row : never): ReadBy | null {
  if (fromId === null || toId === null) return null
  const type = String(anyDocument.read(doc).type)
  if (type === 'USES_MATERIAL') return { operation: 'listBomYields', parameters: { style: fromId, material: toId } }
  return {
    operation: 'listEntityRelationships',
    parameters: { entityId: fromId, relationshipType: type, direction: 'outgoing' },
  }
}

/** For each scope that the caller lacks, a notice with the number of steps that are left out. */
function noticesOf(steps: readonly Step[], lacks: (value: StepValue) => boolean): LeftOutNotice[] {
  const missing = steps.flatMap(({ inputs }) => [...new Set(inputs.filter(lacks).map(({ scope }) => scope))])
  return [...Map.groupBy(missing, (scope) => scope)].map(([scope, { length }]) => leftOut(scope, length))
}

function leftOut(scope: Scope, count: number): LeftOutNotice {
  const steps = count === 1 ? '1 step of the explanation is' : `${count} steps of the explanation are`
  return { code: 'left_out', scope, detail: `${steps} left out because the token lacks the scope ${scope}.` }
}

/** The steps of an exception that was stored before explanations existed: only its own values. */
export function statedSteps({ observed, expected, delta, uom }: PositionException): Step[] {
  const isQuantity = delta !== null
  const step = (label: string, value: string | null) => ({ label, value, uom: isQuantity ? uom : null, inputs: [] })
  return [
    step('Observed', observed),
    step('Expected', expected),
    ...(isQuantity ? [step('Difference: observed minus expected', delta)] : []),
  ]
}
