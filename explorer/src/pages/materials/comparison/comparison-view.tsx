import type { ReactNode } from 'react'
import { ExportButton } from '../../../parts/forms/export-button.tsx'
import { AsCode } from '../../../parts/page/as-code.tsx'
import { Empty } from '../../../parts/page/empty.tsx'
import { Problem } from '../../../parts/page/problem.tsx'
import { Skeleton } from '../../../parts/page/skeleton.tsx'
import { Table } from '../../../parts/table/table.tsx'
import { useAddress } from '../../../use-address.ts'
import { materialsSearch } from '../materials-search.ts'
import { StartingPoints } from '../pick/starting-points.tsx'
import { comparisonColumns } from './comparison-columns.tsx'
import './comparison.css'
import { ComparisonForm } from './comparison-form.tsx'
import { ComparisonVerdicts } from './comparison-verdicts.tsx'
import { useCompared } from './use-compared.ts'
import { PAIRS_AT_ONCE, useComparison } from './use-comparison.ts'

/** How far systems are apart about a material at a factory, or at all of them, or about all that is at a factory. */
export function ComparisonView(): ReactNode {
  const [search, setSearch] = useAddress(materialsSearch)
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
      {isAsked && error !== null && <Problem error={error} onRetry={refetch} />}
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
            onOpen={({ material, factory, difference: { measure } }) =>
              setSearch({ view: 'positions', material: material.code, factory: factory.code, measure })
            }
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
