import type { ReactNode } from 'react'
import { countOfType } from '../../../format/nouns.ts'
import { formatNumber, formatPart } from '../../../format/numbers.ts'
import { gainText, relationshipText } from '../graph-text.ts'
import { BOX_STEP, type Drawn } from '../picture/fold.ts'
import { TypeMark } from '../type-sign.tsx'
import type { gainOf } from './neighbourhood.ts'

const KEYS = 'Arrow keys move, Enter opens, Space expands, Escape undoes, + and − zoom, 0 fits'

interface ChosenBarProps {
  drawn: Drawn
  /** True until the user has selected something: then the bar explains the keys. */
  isHint: boolean
  /** What an expansion would add. Undefined while that is unknown. */
  gain: ReturnType<typeof gainOf> | undefined
  isExpanded: boolean
  /** Whether the maximum number of expansions is reached. */
  isFull: boolean
  onExpand: (drawn: Drawn) => void
  onOpen: (drawn: Drawn) => void
}

/** The selected entity or box, with a preview of its expansion and links. */
export function ChosenBar(props: ChosenBarProps): ReactNode {
  const { drawn, isHint, gain, isExpanded, isFull, onExpand, onOpen } = props
  const says = isHint
    ? KEYS
    : isFull
      ? 'Undo an expansion before you expand another entity'
      : brings(drawn, gain, isExpanded)
  const mayExpand = !isFull && isExpandable(drawn, gain, isExpanded)
  return (
    <div className="chosen-bar">
      <p>
        <b>{drawn.kind === 'box' ? countOfType(drawn.count, drawn.types, 'more ') : drawn.node.label}</b>
        <small>
          {drawn.kind === 'node' && <TypeMark type={drawn.node.type} />}{' '}
          {drawn.reached && relationshipText(drawn.reached.type, drawn.reached.direction)}
        </small>
      </p>
      <p role="status" className="quiet">
        {says}
      </p>
      <button type="button" aria-disabled={!mayExpand} onClick={() => onExpand(drawn)}>
        Expand
      </button>
      <button type="button" aria-disabled={!isOpenable(drawn)} onClick={() => onOpen(drawn)}>
        {drawn.kind === 'box' ? 'List' : 'Open'}
      </button>
    </div>
  )
}

/** Whether the selection can be opened: a box, or a published entity that is not the current one. */
function isOpenable(drawn: Drawn): boolean {
  if (drawn.kind === 'box') return true
  return drawn.node.listed && drawn.hop > 0
}

/** Whether an expansion adds something, or may add something. */
export function isExpandable(drawn: Drawn, gain: ChosenBarProps['gain'], isExpanded: boolean): boolean {
  if (drawn.kind === 'box') return true
  if (!drawn.node.listed || isExpanded) return false
  return gain === undefined || gain.entities + gain.relationships > 0
}

function brings(drawn: Drawn, gain: ChosenBarProps['gain'], isExpanded: boolean): string {
  if (drawn.kind === 'box') {
    return `Expands ${drawn.count > BOX_STEP ? `the next ${formatPart(BOX_STEP, drawn.count)}` : `all ${formatNumber(drawn.count)}`}`
  }
  if (!drawn.node.listed) return 'Not published: only referenced by other records, or deleted'
  if (isExpanded) return 'Expanded'
  if (gain === undefined) return 'Counting …'
  return isExpandable(drawn, gain, isExpanded) ? `Expands ${gainText(gain)}` : 'Nothing more to expand'
}
