import type { ReactNode } from 'react'
import { formatCode } from '../../../format/names.ts'
import { Titled } from '../../../parts/values.tsx'
import type { Column } from '../../../table/column.ts'
import { Table } from '../../../table/table.tsx'
import { useAddressOf } from '../../../use-address.ts'
import { graphSearch, walkTo } from '../graph-search.ts'
import { relationshipText } from '../graph-text.ts'
import type { GraphEdge, GraphNode, Neighbourhood } from './neighbourhood.ts'

interface Row {
  edge: GraphEdge
  near: GraphNode
  far: GraphNode
  isCut: boolean
}

const columns: readonly Column<Row>[] = [
  {
    name: 'Hop',
    width: '4rem',
    align: 'right',
    cell: ({ edge }) => edge.hop,
    values: ({ edge }) => ({ Hop: edge.hop }),
  },
  {
    name: 'Entity',
    width: 'minmax(13rem, 2fr)',
    cell: ({ far }) => <Titled text={labelOf(far)} />,
    values: ({ far }) => ({ Entity: labelOf(far), ID: far.id }),
  },
  {
    name: 'Type',
    width: '9rem',
    cell: ({ far }) => formatCode(far.type),
    values: ({ far }) => ({ Type: formatCode(far.type) }),
  },
  {
    name: 'Relationship',
    width: '12rem',
    cell: ({ edge }) => relationshipOf(edge),
    values: ({ edge }) => ({ Relationship: relationshipOf(edge) }),
  },
  {
    name: 'From',
    width: 'minmax(13rem, 2fr)',
    cell: ({ near, isCut }) => <Titled text={`${labelOf(near)}${isCut ? ' (cut)' : ''}`} />,
    values: ({ near }) => ({ From: labelOf(near) }),
  },
  {
    name: 'Published',
    width: '7rem',
    cell: ({ far }) => (far.listed ? 'yes' : 'no'),
    values: ({ far }) => ({ Published: far.listed ? 'yes' : 'no' }),
  },
]

const relationshipOf = (edge: GraphEdge) =>
  relationshipText(edge.type, edge.from === edge.near ? 'outgoing' : 'incoming')

const openedBy = ({ near, far }: Row) => (far.listed ? far.id : near.id)

const labelOf = ({ label }: GraphNode) => label ?? 'No name'

interface NeighbourhoodTableProps {
  neighbourhood: Neighbourhood
  isPending: boolean
  onOpen: (id: string) => void
}

/** All relationships of a neighborhood, one per row. Enter opens the entity at the far end. */
export function NeighbourhoodTable({ neighbourhood, isPending, onOpen }: NeighbourhoodTableProps): ReactNode {
  const { nodes, edges, cut } = neighbourhood
  const addressOf = useAddressOf(graphSearch)
  const rows = [...edges.values()].flatMap((edge) => {
    const [near, far] = [nodes.get(edge.near), nodes.get(edge.far)]
    return near && far ? [{ edge, near, far, isCut: cut.has(near.id) }] : []
  })
  return (
    <Table
      label="Neighborhood"
      columns={columns}
      list={{ rows, isPending, isFetching: isPending, error: null, hasMore: false, loadMore: none, refetch: none }}
      rowKey={({ edge }) => edge.id}
      empty="No entity is connected by these relationships."
      onOpen={(row) => onOpen(openedBy(row))}
      hrefOf={(row) => addressOf(walkTo(openedBy(row)))}
    />
  )
}

const none = () => {}
