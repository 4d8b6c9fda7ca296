import { Link } from '@tanstack/react-router'
import { type MaterialFactoryPosition, measureValues } from '@tenant-data/client'
import { type ReactNode, useMemo } from 'react'
import { formatAmount, formatCount, formatPercent } from '../../../format/numbers.ts'
import { AsCode } from '../../../parts/as-code.tsx'
import { useRead } from '../../../parts/use-read.ts'
import { useAddress } from '../../../use-address.ts'
import { absoluteTolerances, percentTolerance } from '../comparison/comparison.ts'
import { endText } from '../end-name.tsx'
import { materialsSearch } from '../materials-search.ts'
import { PositionMatrix, signs } from './position-matrix.tsx'
import { PositionPanel } from './position-panel.tsx'
import { askedPairs, comparableSystems, marksOf, type Pair, pairsOf, systemsOf } from './positions.ts'
import type { positionFilters } from './use-positions.ts'

const measures = [...measureValues]
/** The default tolerance of the contract. */
const tolerance = `${formatPercent(percentTolerance)}, at least ${formatAmount(absoluteTolerances.MTR, 'MTR')} or ${formatAmount(absoluteTolerances.KGM, 'KGM')}`
/** The maximum number of pairs in a comparison. */
const MOST_PAIRS = 100

interface MaterialMatrixProps {
  positions: readonly MaterialFactoryPosition[]
  /** The filters with which the positions were loaded. */
  filters: ReturnType<typeof positionFilters>
}

/** A material at one or all of its factories, with the differences that the comparison of the API returns. */
export function MaterialMatrix({ positions, filters }: MaterialMatrixProps): ReactNode {
  const [search, setSearch] = useAddress(materialsSearch)
  const pairs = useMemo(() => pairsOf(positions), [positions])
  const asked = askedPairs(pairs).slice(0, MOST_PAIRS)
  const systems = comparableSystems(systemsOf(positions))
  const input = { pairs: asked, systems: systems ?? [], measures }
  const isCompared = systems !== null && asked.length > 0
  const comparison = useRead('compareMaterialPositions', input, { enabled: isCompared })
  const marks = useMemo(() => marksOf(comparison.data?.data ?? []), [comparison.data])
  const open = positions.find(({ positionId }) => positionId === search.position)
  const isPair = pairs.length === 1
  const isStale = positions.some(({ freshness }) => freshness.status === 'stale')
  return (
    <>
      <PositionMatrix
        pairs={pairs}
        marks={marks}
        headOf={(pair) => <PairHead pair={pair} isAlone={isPair} />}
        onOpen={({ positionId }, measure) => setSearch({ position: positionId, measure })}
      />
      <p className="legend" role="status">
        {systems === null && 'Only one system reports a position, so there is nothing to compare. '}
        {comparison.isError && 'The differences could not be loaded, so none are marked. '}
        {systems !== null && (
          <>
            <b>{signs.outside}</b> differs by more than the tolerance ({tolerance}) · <b>{signs.within}</b> differs
            within it · <b>{signs.not_comparable}</b> has an incompatible unit · <b>{signs.baseline}</b> is the
            baseline.{' '}
          </>
        )}
        {isStale && 'Dotted amounts are from a stale source. '}
        {asked.length === MOST_PAIRS && `The first ${formatCount(MOST_PAIRS, 'factory', 'factories')} are compared.`}
      </p>
      <AsCode
        calls={[
          { operationId: 'getMaterialFactoryPosition', input: filters },
          ...(isCompared ? [{ operationId: 'compareMaterialPositions' as const, input }] : []),
        ]}
      />
      {open && (
        <PositionPanel
          key={open.positionId}
          position={open}
          amount={search.measure}
          marks={marks}
          onClose={() => setSearch({ position: undefined, measure: undefined })}
        />
      )}
    </>
  )
}

function PairHead({ pair, isAlone }: { pair: Pair; isAlone: boolean }): ReactNode {
  const { material, factory } = pair
  const both = { material: material.code, factory: factory.code }
  return (
    <span className="pair-name">
      <span>
        {endText(material)} at {endText(factory)}
      </span>
      {!isAlone && (
        <Link to="/materials" search={{ view: 'positions', ...both }}>
          Only this factory
        </Link>
      )}
      <Link to="/materials" search={{ view: 'comparison', ...both }}>
        Compare
      </Link>
      <Link to="/materials" search={both}>
        Exceptions
      </Link>
    </span>
  )
}
