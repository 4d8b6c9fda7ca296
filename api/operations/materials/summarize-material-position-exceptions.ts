import { noticesField } from '../../../domain/search/notice-among.ts'
import {
  PositionExceptionSummaryResponse,
  SummarizeMaterialPositionExceptionsInput,
} from '../../../schemas/materials/connected-operations.ts'
import {
  ExceptionSeverity,
  exceptionCodes,
  type PositionExceptionSummary,
} from '../../../schemas/materials/exceptions.ts'
import type { Context } from '../../core/context.ts'
import { operation } from '../../core/operation.ts'
import { exampleExceptionSummary } from './examples.ts'
import { computedExceptions, readInputDatasets } from './exceptions/computed-exceptions.ts'
import { countKinds, type KindCount, mostAt } from './exceptions/count-exceptions.ts'
import { missingValues } from './exceptions/missing-values.ts'
import { type PlacedFilters, placeFilters } from './exceptions/place-filters.ts'
import { isComputed, isLookedFor, keptBy } from './exceptions/read-exceptions.ts'
import { readDatasetIds } from './reads/read-dataset-ids.ts'
import { readFreshness } from './reads/read-freshness.ts'

/**
 * `GET /v1/material-position-exceptions/summary`: counts of exceptions by kind, and the materials and factories with
 * most.
 */
export const summarizeMaterialPositionExceptions = operation({
  operationId: 'summarizeMaterialPositionExceptions',
  method: 'GET',
  path: '/v1/material-position-exceptions/summary',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'Summarize exceptions',
  description:
    'Counts the exceptions that `listMaterialPositionExceptions` returns for the same filters: by code, by ' +
    'severity after stale-data adjustment, and by system. Also returns the ten factories and the ten materials ' +
    'with the most exceptions. An exception about several systems counts for each.',
  problems: ['record_not_found', 'ambiguous_reference'],
  input: SummarizeMaterialPositionExceptionsInput,
  output: PositionExceptionSummaryResponse,
  examples: {
    input: { severity: 'high', factory: 'FA-004' },
    output: { data: exampleExceptionSummary, meta: {} },
  },
  async handle(given, context) {
    const filters = await placeFilters(context, given)
    const [declared, inputs] = await Promise.all([
      readDatasetIds(context),
      isComputed(filters) ? readInputDatasets(context) : [],
    ])
    const freshness = await readFreshness(context, [...declared, ...inputs])
    const staleIds = [...freshness.values()].flatMap((one) => (one.status === 'stale' ? one.datasetId : []))
    const counted = { filters, staleIds }
    const [kinds, byFactory, byMaterial, computed] = await Promise.all([
      countKinds(context, counted),
      mostAt(context, counted, 'factory'),
      mostAt(context, counted, 'material'),
      computedKinds(
        context,
        filters,
        inputs.flatMap((id) => freshness.get(id) ?? []),
      ),
    ])
    const counts = countsOf([...kinds, ...computed])
    const meta = counts.exceptions === 0 ? noticesField(await missingValues(context, given, filters)) : {}
    return { data: { counts, byFactory, byMaterial }, meta }
  },
})

/** The counts of computed exceptions, one per dataset. */
async function computedKinds(
  context: Context,
  filters: PlacedFilters,
  freshness: Parameters<typeof computedExceptions>[2],
): Promise<KindCount[]> {
  const found = await computedExceptions(context, context.organization, freshness)
  return found
    .filter((one) => keptBy(filters)(one) && isLookedFor(one.exception, filters))
    .map(({ code, severity, systems }) => ({ code, severity, systems, exceptions: 1 }))
}

function countsOf(kinds: readonly KindCount[]): PositionExceptionSummary['counts'] {
  const sum = (counted: readonly KindCount[]) => counted.reduce((total, { exceptions }) => total + exceptions, 0)
  const systems = [...new Set(kinds.flatMap((kind) => kind.systems))].sort()
  const system = systems.map((name) => [name, sum(kinds.filter((kind) => kind.systems.includes(name)))])
  const each = <Name extends string>(names: readonly Name[], nameOf: (kind: KindCount) => Name) =>
    Object.fromEntries(names.map((name) => [name, sum(kinds.filter((kind) => nameOf(kind) === name))])) as Record<
      Name,
      number
    >
  return {
    exceptions: sum(kinds),
    code: each(exceptionCodes, ({ code }) => code),
    severity: each(ExceptionSeverity.options, ({ severity }) => severity),
    system: Object.fromEntries(system),
  }
}
