import type { ReactNode } from 'react'
import { formatCode } from '../../../format/names.ts'
import { formatCount } from '../../../format/numbers.ts'
import { cutText, relationshipCounts, relationshipText } from '../graph-text.ts'
import type { Drawn, DrawnBox, DrawnLink as Link } from './fold.ts'
import { box, linkPath, type Place } from './layout.ts'

const [LABEL_SIZE, LINE_SIZE, INSET, MARK] = [12.5, 11, 10, 26]

interface DrawnNodeProps {
  drawn: Drawn
  place: Place
  isChosen: boolean
  isCut: boolean
  isExpanded: boolean
  /** Whether it or one of its neighbors is selected. */
  isNear: boolean
  onChoose: (id: string) => void
  onOpen: (drawn: Drawn) => void
}

/** An entity in the graph, or a box for several: its label, and how it was reached. Labels are plain text. */
export function DrawnNode(props: DrawnNodeProps): ReactNode {
  const { drawn, place, isChosen, isCut, isExpanded, isNear, onChoose, onOpen } = props
  const { label, line, title } = textsOf(drawn, isCut)
  const width = box.width - 2 * INSET - (isCut ? MARK : 0)
  const states = [drawn.kind, drawn.hop === 0 && 'root', isChosen && 'chosen', isNear && 'near', isCut && 'cut']
  const isPale = drawn.kind === 'node' && !drawn.node.listed
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no buttons
    <g
      role="button"
      data-id={drawn.id}
      className={['drawn', ...states, isPale && 'pale'].filter(Boolean).join(' ')}
      transform={`translate(${place.x} ${place.y})`}
      tabIndex={isChosen ? 0 : -1}
      aria-expanded={isExpanded || undefined}
      onFocus={() => onChoose(drawn.id)}
      onClick={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
      onDoubleClick={() => onOpen(drawn)}
    >
      <title>{title}</title>
      <rect width={box.width} height={box.height} rx={7} />
      <text className="drawn-label" x={INSET} y={16} fontSize={LABEL_SIZE}>
        {cutText(label, width / LABEL_SIZE)}
      </text>
      <text className="drawn-line" x={INSET} y={31} fontSize={LINE_SIZE}>
        {cutText(line, width / LINE_SIZE)}
      </text>
      {isCut && (
        <text className="drawn-mark" x={box.width - INSET} y={31} fontSize={LINE_SIZE} textAnchor="end">
          cut
        </text>
      )}
    </g>
  )
}

function textsOf(drawn: Drawn, isCut: boolean): { label: string; line: string; title: string } {
  if (drawn.kind === 'box') return textsOfBox(drawn)
  const { node, reached, hop } = drawn
  const label = node.label ?? 'No name'
  const line = [formatCode(node.type), reached && relationshipText(reached.type, reached.direction)]
    .filter((part) => part !== null)
    .join(' · ')
  const notes = [
    !node.listed && 'Not published: only referenced by other records, or deleted',
    isCut && 'Truncated: has more relationships than are shown',
  ]
  const where = hop === 0 ? 'Center' : formatCount(hop, 'hop')
  return { label, line, title: [label, line, where, ...notes].filter((part) => part !== false).join(',\n') }
}

function textsOfBox({ count, behind, reached, hop }: DrawnBox): { label: string; line: string; title: string } {
  const label = `${formatCount(count, 'more entity', 'more entities')}`
  const line = relationshipText(reached.type, reached.direction)
  const rest = behind > 0 && `and ${formatCount(behind, 'entity', 'entities')} behind them`
  const title = [label, line, formatCount(hop, 'hop'), rest].filter((part) => part !== false).join(',\n')
  return { label, line, title }
}

interface DrawnLinkProps {
  link: Link
  a: Place
  b: Place
  /** Whether one of its ends is selected. */
  isNear: boolean
}

/** All relationships between two drawn items as one line, with an arrowhead at each end to which one of them points. */
export function DrawnLink({ link: { edges, toA, toB }, a, b, isNear }: DrawnLinkProps): ReactNode {
  const head = `url(#${isNear ? 'head-near' : 'head'})`
  return (
    <path
      className={isNear ? 'link near' : 'link'}
      d={linkPath(a, b)}
      markerEnd={toB ? head : undefined}
      markerStart={toA ? head : undefined}
    >
      <title>{relationshipCounts(edges.map(({ type }) => type))}</title>
    </path>
  )
}

/** The arrowheads, which links reference by their IDs. */
export function LinkHeads(): ReactNode {
  return (
    <defs>
      {['head', 'head-near'].map((id) => (
        <marker
          key={id}
          id={id}
          className={id}
          viewBox="0 0 8 8"
          refX="8"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto-start-reverse"
        >
          <path d="M0,0 L8,4 L0,8 z" />
        </marker>
      ))}
    </defs>
  )
}
