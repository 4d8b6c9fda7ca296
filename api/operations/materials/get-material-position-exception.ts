import { getException } from '../../../cypher/materials/read-materials.ts'
import type { Step } from '../../../domain/exceptions/steps.ts'
import type { PositionException } from '../../../schemas/materials/exceptions.ts'
import {
  ExplainedExceptionResponse,
  GetMaterialPositionExceptionInput,
} from '../../../schemas/materials/explanation.ts'
import { storedException, storedExplanation } from '../../../schemas/stored/connected-data.ts'
import type { Context } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { operation } from '../../core/operation.ts'
import { exampleExplainedException } from './examples.ts'
import { computedExceptions, readInputDatasets } from './exceptions/computed-exceptions.ts'
import { explainException, statedSteps } from './exceptions/explain-exception.ts'
import { servedException } from './exceptions/served-exception.ts'
import { withKnown } from './exceptions/with-known.ts'
import { readFreshness } from './reads/read-freshness.ts'

/** `GET /v1/material-position-exceptions/{exceptionId}`: one exception, and the steps that led to it. */
export const getMaterialPositionException = operation({
  operationId: 'getMaterialPositionException',
  method: 'GET',
  path: '/v1/material-position-exceptions/{exceptionId}',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'Get an exception with its arithmetic',
  description:
    'Returns one exception, open or resolved, with `explanation`: the arithmetic or the comparison that led to it, ' +
    'step by step. Each value names its record and the operation that returns it. Values are those of the last ' +
    'evaluation; a resolved exception keeps them. Steps with values of entities require `graph:read`, steps with ' +
    'yields require `bom:read`. Without these scopes, they are left out, and `meta.notices` reports it.',
  problems: ['exception_not_found'],
  input: GetMaterialPositionExceptionInput,
  output: ExplainedExceptionResponse,
  examples: {
    input: { exceptionId: exampleExplainedException.exceptionId },
    output: { data: exampleExplainedException, meta: {} },
  },
  async handle({ exceptionId }, context) {
    const found = (await findStored(context, exceptionId)) ?? (await findComputed(context, exceptionId))
    if (!found) throw new ApiError('exception_not_found')
    const { exception, steps } = found
    const { explanation, notices } = await explainException(context, exception, steps)
    const [known] = await withKnown(context, [exception])
    if (!known) throw new ApiError('exception_not_found')
    return { data: { ...known, explanation }, meta: notices.length > 0 ? { notices } : {} }
  },
})

interface Found {
  exception: PositionException
  steps: readonly Step[]
}

async function findStored(context: Context, exceptionId: string): Promise<Found | null> {
  const [row] = await context.read(getException, { exceptionId })
  if (!row) return null
  const served = servedException(row, await readFreshness(context, row.datasetIds))
  const exception = storedException.read(served.document())
  return {
    exception,
    steps: row.explanation === null ? statedSteps(exception) : storedExplanation.read(row.explanation),
  }
}

/** Finds an exception that is computed at each read and not stored. Its ID is derived from its dataset. */
async function findComputed(context: Context, exceptionId: string): Promise<Found | null> {
  const freshness = await readFreshness(context, await readInputDatasets(context))
  const computed = await computedExceptions(context, context.organization, [...freshness.values()])
  const one = computed.find((exception) => exception.exceptionId === exceptionId)
  return one ? { exception: one.exception, steps: one.steps } : null
}
