import type { PositionComparison } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { hidesContent } from '../../../failures/passing-cause.ts'
import { formatCode } from '../../../format/names.ts'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { AsCode } from '../../../parts/as-code.tsx'
import { ExportButton } from '../../../parts/export-button.tsx'
import { StatusMark } from '../../../parts/marks.tsx'
import { Empty, Problem, Skeleton } from '../../../parts/states.tsx'
import { Table } from '../../../table/table.tsx'
import { useAddress, useAddressOf } from '../../../use-address.ts'
import { type MaterialsSearch, materialsSearch, verdicts } from '../materials-search.ts'
import { StartingPoints } from '../starting-points.tsx'
import type { DifferenceRow } from './comparison.ts'
import { comparisonColumns } from './comparison-columns.tsx'
import { ComparisonForm } from './comparison-form.tsx'
import { PAIRS_AT_ONCE, useCompared, useComparison } from './use-comparison.ts'
import './comparison.css'

/** Compares systems for a material at one factory, at all of its factories, or for all materials of a factory. */
export function ComparisonView(): ReactNode {
  const [search, setSearch] = useAddress(materialsSearch)
  const addressOf = useAddressOf(materialsSearch)
  const compared = useCompared(search)
  const { input, ends, systems, positions, isAsked } = compared
  const isReady = isAsked && positions.isRead && input.systems.length >= 2 && input.pairs.length > 0
  const { list, comparisons } = useComparison(input, isReady)
  const { verdict } = search
  const rows = verdict === undefined ? list.rows : list.rows.filter((row) => row.verdict === verdict)
  const { error, refetch } = positions.list
  return (
    <>
      <ComparisonForm
        search={search}
        systems={systems}
        chosenSystems={input.systems}
        chosenMeasures={input.measures}
        onChange={setSearch}
      >
        {isAsked && (
          <ExportButton request={{ kind: 'material_positions', parameters: ends }} text="Download positions as CSV" />
        )}
      </ComparisonForm>
      {!isAsked && <StartingPoints view="comparison" title="Choose a material, a factory, or both." />}
      {isAsked && hidesContent(error, isReady) && <Problem error={error} onRetry={refetch} />}
      {isAsked && error === null && !positions.isRead && <Skeleton lines={10} />}
      {isAsked && error === null && positions.isRead && !isReady && <NothingToCompare systems={input.systems} />}
      {isReady && (
        <>
          <ComparisonVerdicts comparisons={comparisons} pairs={input.pairs.length} />
          <Table
            label="Differences"
            columns={comparisonColumns(search)}
            list={{ ...list, rows }}
            rowKey={({ key }) => key}
            empty={<Empty title="No differences have this verdict.">Clear the filter to see all differences.</Empty>}
            onOpen={(row) => setSearch(positionsOf(row))}
            hrefOf={(row) => addressOf(positionsOf(row))}
            rowHeight={56}
          />
        </>
      )}
      {isReady && (
        <AsCode
          calls={[
            { operationId: 'getMaterialFactoryPosition', input: ends },
            {
              operationId: 'compareMaterialPositions',
              input: { ...input, pairs: input.pairs.slice(0, PAIRS_AT_ONCE) },
            },
          ]}
        />
      )}
    </>
  )
}

function NothingToCompare({ systems }: { systems: readonly string[] }): ReactNode {
  const [only] = systems
  return (
    <Empty title={only === undefined ? 'No system reports a position.' : `Only ${only} is compared.`}>
      {only === undefined
        ? 'Choose two systems above, or another material or factory.'
        : 'Choose another system above.'}
    </Empty>
  )
}

interface ComparisonVerdictsProps {
  comparisons: readonly PositionComparison[]
  /** The number of pairs, loaded or not. */
  pairs: number
}

/** The number of pairs by verdict. The verdict of a pair is that of its most severe measure. */
function ComparisonVerdicts({ comparisons, pairs }: ComparisonVerdictsProps): ReactNode {
  const isStale = comparisons.some(({ warnings }) => warnings.includes('stale_source'))
  const isConverted = comparisons.some(({ warnings }) => warnings.includes('uom_converted'))
  const ofAll = comparisons.length < pairs ? ` of ${formatNumber(pairs)}` : ''
  return (
    <div className="toolbar">
      <ul className="figures" aria-label="Verdicts of pairs">
        {verdicts.map((verdict) => {
          const count = comparisons.filter((one) => one.verdict === verdict).length
          if (count === 0) return null
          return (
            <li key={verdict}>
              <StatusMark
                status={verdict}
                text={`${formatCount(count, 'pair')}${ofAll}: ${formatCode(verdict).toLowerCase()}`}
              />
            </li>
          )
        })}
        {isStale && (
          <li>
            <StatusMark status="stale" text="a source is stale" />
          </li>
        )}
      </ul>
      {isConverted && (
        <span className="quiet">Amounts in other units were converted to the base unit without rounding.</span>
      )}
    </div>
  )
}

/** The positions that a difference compares. */
function positionsOf({ material, factory, difference: { measure } }: DifferenceRow): Partial<MaterialsSearch> {
  return { view: 'positions', material: material.code, factory: factory.code, measure }
}
