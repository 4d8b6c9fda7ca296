import type { ReactNode } from 'react'
import { formatCode } from '../../../format/names.ts'
import { wholeList } from '../../../parts/use-list.ts'
import { Amount, Nothing, Titled } from '../../../parts/values.tsx'
import type { Column } from '../../../table/column.ts'
import { Table } from '../../../table/table.tsx'
import { EntityLink } from '../entity-link.tsx'
import { relationshipText } from '../graph-text.ts'
import { wayBy } from '../picture/ways.ts'
import { TypeMark } from '../type-sign.tsx'
import type { GraphEdge, GraphNode, Neighbourhood } from './neighbourhood.ts'
import { priceUnit } from './supply-terms.ts'

interface Row {
  edge: GraphEdge
  near: GraphNode
  far: GraphNode
  isCut: boolean
  isOnWay: boolean
}

const labelOf = ({ label }: GraphNode) => label ?? 'No name'

const columns: readonly Column<Row>[] = [
  {
    name: 'Hop',
    width: '3.5rem',
    align: 'right',
    cell: ({ far }) => far.hop,
    values: ({ far }) => ({ Hop: far.hop }),
  },
  {
    name: 'Entity',
    width: 'minmax(11rem, 2fr)',
    cell: ({ far }) => <EntityLink node={far} tabIndex={-1} />,
    values: ({ far }) => ({ Entity: labelOf(far), ID: far.id }),
  },
  {
    name: 'Type',
    width: '10rem',
    cell: ({ far }) => <TypeMark type={far.type} />,
    values: ({ far }) => ({ Type: formatCode(far.type) }),
  },
  {
    name: 'Relationship',
    width: '11rem',
    cell: (row) => relationshipOf(row),
    values: (row) => ({ Relationship: relationshipOf(row) }),
  },
  {
    name: 'From',
    width: 'minmax(11rem, 2fr)',
    cell: ({ near, isCut }) => <Titled text={`${labelOf(near)}${isCut ? ' (cut)' : ''}`} />,
    values: ({ near }) => ({ From: labelOf(near) }),
  },
]

const relationshipOf = ({ edge, near }: Row) =>
  relationshipText(edge.type, edge.from === near.id ? 'outgoing' : 'incoming')

const onWayColumn: Column<Row> = {
  name: 'On the way',
  width: '6.5rem',
  cell: ({ isOnWay }) => (isOnWay ? 'yes' : 'no'),
  values: ({ isOnWay }) => ({ 'On the way': isOnWay ? 'yes' : 'no' }),
}

/** The columns of what suppliers offer, if a row contains it. */
function supplyColumns(rows: readonly Row[], root: string, baseUom: string | null): Column<Row>[] {
  const mpn: Column<Row> = {
    name: 'MPN',
    width: '8rem',
    cell: ({ edge }) => (edge.terms.mpn === null ? <Nothing /> : <Titled text={edge.terms.mpn} />),
    values: ({ edge }) => ({ MPN: edge.terms.mpn }),
  }
  const price: Column<Row> = {
    name: 'Price',
    width: '10rem',
    align: 'right',
    cell: ({ edge: { terms, from } }) => (
      <Amount value={terms.price?.amount ?? null} unit={priceUnit(terms, from === root ? baseUom : null)} />
    ),
    values: ({ edge: { terms, from } }) => ({
      Price: terms.price?.amount ?? null,
      'Unit of the price': priceUnit(terms, from === root ? baseUom : null) ?? null,
    }),
  }
  return [
    ...(rows.some(({ edge }) => edge.terms.mpn !== null) ? [mpn] : []),
    ...(rows.some(({ edge }) => edge.terms.price !== null) ? [price] : []),
  ]
}

interface NeighbourhoodTableProps {
  label?: string
  neighbourhood: Neighbourhood
  /** The relationships that are listed. All by default. */
  edges?: Iterable<GraphEdge> | undefined
  /** The base unit of the material in the center, for which a price without a unit is. */
  baseUom: string | null
  isPending: boolean
  onOpen: (id: string) => void
}

/**
 * The relationships of a neighborhood, one per row, with the article number and the price that they contain. Enter
 * opens the entity at the far end.
 */
export function NeighbourhoodTable(props: NeighbourhoodTableProps): ReactNode {
  const {
    label = 'Neighborhood',
    neighbourhood,
    edges = neighbourhood.edges.values(),
    baseUom,
    isPending,
    onOpen,
  } = props
  const rows = rowsOf(neighbourhood, edges)
  const wayColumns = neighbourhood.onWay.size > 0 ? [onWayColumn] : []
  return (
    <Table
      label={label}
      columns={[...columns, ...wayColumns, ...supplyColumns(rows, neighbourhood.root, baseUom)]}
      list={{ ...wholeList(rows), isPending, isLoaded: !isPending, isFetching: isPending }}
      rowKey={({ edge }) => edge.id}
      empty="No entity is connected by these relationships."
      onOpen={({ near, far }) => onOpen(far.listed ? far.id : near.id)}
    />
  )
}

/** The rows of relationships. The far end is the one that is farther from the center. */
function rowsOf({ nodes, cut, onWay }: Neighbourhood, edges: Iterable<GraphEdge>): Row[] {
  return [...edges].flatMap((edge) => {
    const way = wayBy(edge, nodes)
    const [near, far] = [nodes.get(way?.parent ?? edge.near), way?.child ?? nodes.get(edge.far)]
    return near && far ? [{ edge, near, far, isCut: cut.has(near.id), isOnWay: onWay.has(far.id) }] : []
  })
}
