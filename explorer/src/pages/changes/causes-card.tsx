import type { BomYieldChangeSummary, ChangeCause, ChangeType } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount, formatNumber, formatPart } from '../../format/numbers.ts'
import { Card } from '../../parts/layout.tsx'
import { causeText, percentText } from './cause-text.ts'
import { CostEffects } from './change-cards.tsx'
import type { ChangesSearch } from './changes-search.ts'

type Chosen = Pick<ChangesSearch, 'style' | 'material' | 'changeType'>

interface CausesCardProps {
  summary: BomYieldChangeSummary
  search: ChangesSearch
  onChoose: (chosen: Chosen) => void
}

const NOTHING = { style: undefined, material: undefined, changeType: undefined } satisfies Chosen

/** Why rows changed: one line for each cause. A click filters by its style and material, a second click clears that. */
export function CausesCard({ summary: { byCause, causeCount, counts }, search, onChoose }: CausesCardProps): ReactNode {
  const changed = counts.rows - counts.changeType.unchanged
  const total = causeCount ?? byCause.length
  const shown = byCause.length === total ? formatNumber(total) : formatPart(byCause.length, total)
  return (
    <Card title="Causes" aside={`${shown}, for ${formatCount(changed, 'row')}`}>
      {byCause.length === 0 && <p className="quiet">None.</p>}
      <ol className="lines cause-lines">
        {byCause.map((cause, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a style can have several causes that read the same
          <Line key={`${cause.styleId} ${at}`} cause={cause} search={search} onChoose={onChoose} />
        ))}
      </ol>
    </Card>
  )
}

interface LineProps {
  cause: ChangeCause
  search: ChangesSearch
  onChoose: (chosen: Chosen) => void
}

function Line({ cause, search, onChoose }: LineProps): ReactNode {
  const chosen = filterOf(cause)
  const isChosen =
    chosen.style === search.style && chosen.material === search.material && chosen.changeType === search.changeType
  const { what, how } = causeText(cause)
  return (
    <li>
      <button
        type="button"
        className="line-button"
        title={`${cause.style} ${what}`}
        aria-pressed={isChosen}
        onClick={() => onChoose(isChosen ? NOTHING : chosen)}
      >
        <b>{cause.style}</b> {what}
      </button>
      <span className="cause-percent">{percentText(cause)}</span>
      <small title={how}>{how}</small>
      <small className="cause-cost">
        <CostEffects costEffect={cause.costEffect} unpriced={cause.unpriced} />
      </small>
    </li>
  )
}

/** The filters that lead to the rows of a cause. */
function filterOf({ cause, style, before, after }: ChangeCause): Chosen {
  const material = (after ?? before)?.material
  const changeTypes: Partial<Record<ChangeCause['cause'], ChangeType>> = {
    ...{ changed: 'changed', renamed: 'changed' },
    ...{ added: 'added', skus_added: 'added', style_added: 'added' },
    ...{ removed: 'removed', skus_removed: 'removed', style_removed: 'removed' },
  }
  return { style, material, changeType: changeTypes[cause] }
}
