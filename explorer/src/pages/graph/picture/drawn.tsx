import type { ReactNode } from 'react'
import { formatCode } from '../../../format/names.ts'
import { countOfType } from '../../../format/nouns.ts'
import { formatCount } from '../../../format/numbers.ts'
import { cutText, relationshipCounts, relationshipText } from '../graph-text.ts'
import { SIGN, TypeSign } from '../type-sign.tsx'
import type { Drawn, DrawnBox, DrawnLink as Link } from './fold.ts'
import { box, linkPath, type Place } from './layout.ts'

const [LABEL_SIZE, LINE_SIZE, INSET, MARK] = [12.5, 11, 10, 26]
/** Where the texts start, next to the sign of the type. */
const TEXT = INSET + SIGN + 8

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

/**
 * An entity in the graph, or a box for several: the sign of its type, its label, and how it was reached. Labels are
 * plain text.
 */
export function DrawnNode(props: DrawnNodeProps): ReactNode {
  const { drawn, place, isChosen, isCut, isExpanded, isNear, onChoose, onOpen } = props
  const { label, line, title } = textsOf(drawn, isCut)
  const [labelWidth, lineWidth] = [box.width - TEXT - INSET, box.width - TEXT - INSET - (isCut ? MARK : 0)]
  const types = drawn.kind === 'box' ? drawn.types : [drawn.node.type]
  const states = [
    drawn.kind,
    drawn.hop === 0 && 'root',
    isChosen && 'chosen',
    isNear && 'near',
    isCut && 'cut',
    drawn.isOnWay && 'way',
  ]
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
      {types[0] && types.length === 1 && <TypeSign type={types[0]} x={INSET} y={(box.height - SIGN) / 2} />}
      <text className="drawn-label" x={TEXT} y={16} fontSize={LABEL_SIZE}>
        {cutText(label, labelWidth / LABEL_SIZE)}
      </text>
      <text className="drawn-line" x={TEXT} y={31} fontSize={LINE_SIZE}>
        {cutText(line, lineWidth / LINE_SIZE)}
      </text>
      {isCut && (
        <text className="drawn-mark" x={box.width - INSET} y={31} fontSize={LINE_SIZE} textAnchor="end">
          cut
        </text>
      )}
    </g>
  )
}

const ON_WAY = 'On the way'

function textsOf(drawn: Drawn, isCut: boolean): { label: string; line: string; title: string } {
  if (drawn.kind === 'box') return textsOfBox(drawn)
  const { node, reached, hop, isOnWay } = drawn
  const label = node.label ?? 'No name'
  const way = reached && relationshipText(reached.type, reached.direction)
  const line = [isOnWay && ON_WAY, formatCode(node.type), way].filter(Boolean).join(' · ')
  const notes = [
    !node.listed && 'Not published: only referenced by other records, or deleted',
    isCut && 'Truncated: has more relationships than are shown',
  ]
  const where = hop === 0 ? 'Center' : formatCount(hop, 'hop')
  return { label, line, title: [label, line, where, ...notes].filter((part) => part !== false).join(',\n') }
}

function textsOfBox(drawn: DrawnBox): { label: string; line: string; title: string } {
  const { count, types, behind, reached, hop, isOnWay } = drawn
  const label = countOfType(count, types, 'more ')
  const line = [isOnWay && ON_WAY, relationshipText(reached.type, reached.direction)].filter(Boolean).join(' · ')
  const rest = behind > 0 && `and ${formatCount(behind, 'entity', 'entities')} behind them`
  const title = [label, line, formatCount(hop, 'hop'), rest].filter((part) => part !== false).join(',\n')
  return { label, line, title }
}

interface DrawnLinkProps {
  /** The name of the picture, whose arrowheads it uses. */
  picture: string
  link: Link
  a: Place
  b: Place
  /** Whether the arrow begins or ends at the selected entity. */
  isNear: boolean
}

/** All relationships between two drawn items as one line, with an arrowhead at each end to which one of them points. */
export function DrawnLink({ picture, link: { edges, toA, toB }, a, b, isNear }: DrawnLinkProps): ReactNode {
  const head = `url(#${picture}-${isNear ? 'head-near' : 'head'})`
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
export function LinkHeads({ picture }: { picture: string }): ReactNode {
  return (
    <defs>
      {['head', 'head-near'].map((head) => (
        <marker
          key={head}
          id={`${picture}-${head}`}
          className={head}
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
