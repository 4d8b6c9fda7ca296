import { type ReactNode, useMemo, useState } from 'react'
import type { GraphEdge, GraphNode, Neighbourhood } from '../neighbourhood/neighbourhood.ts'
import { supplyTermsOf } from '../neighbourhood/supply-terms.ts'
import { type Drawn, fold, foldLimit } from '../picture/fold.ts'
import { Picture } from '../picture/picture.tsx'
import type { Path } from './paths-between.ts'

/** The entities on paths, with one column per hop, and their relationships. */
export function neighbourhoodOfPaths(paths: readonly Path[]): Neighbourhood {
  const nodes = new Map<string, GraphNode>()
  const edges = new Map<string, GraphEdge>()
  for (const path of paths) {
    path.forEach(({ from, to, rows }, at) => {
      if (!nodes.has(from.id)) nodes.set(from.id, { ...from, hop: at })
      if (!nodes.has(to.id)) nodes.set(to.id, { ...to, hop: at + 1 })
      for (const row of rows) {
        const ends = { from: row.from.id, to: row.to.id, near: from.id, far: to.id }
        edges.set(row.id, { id: row.id, type: row.type, ...ends, hop: at + 1, terms: supplyTermsOf(row) })
      }
    })
  }
  const root = paths[0]?.[0]?.from.id ?? ''
  return { root, nodes, edges, onWay: new Set(), cut: new Set(), unnamedCut: 0, expanded: new Set() }
}

interface PathPictureProps {
  label: string
  paths: readonly Path[]
  onOpen: (id: string) => void
}

const none: ReadonlySet<string> = new Set()

/** The paths as a graph. Enter or space draws more of a box. */
export function PathPicture({ label, paths, onOpen }: PathPictureProps): ReactNode {
  const whole = useMemo(() => neighbourhoodOfPaths(paths), [paths])
  const limit = useMemo(() => foldLimit(whole), [whole])
  const [opened, setOpened] = useState<readonly string[]>([])
  const folded = useMemo(() => fold(whole, { limit, opened }), [whole, limit, opened])
  const [choice, setChoice] = useState(whole.root)
  const chosen = folded.drawn.some(({ id }) => id === choice) ? choice : whole.root
  const expand = (drawn: Drawn) => drawn.kind === 'box' && setOpened([...opened, drawn.id])
  const open = (drawn: Drawn) => {
    if (drawn.kind === 'box') expand(drawn)
    else if (drawn.node.listed && drawn.hop > 0) onOpen(drawn.id)
  }
  return (
    <Picture
      name="paths"
      label={label}
      folded={folded}
      root={whole.root}
      cut={none}
      expanded={none}
      chosen={chosen}
      onChoose={setChoice}
      onOpen={open}
      onExpand={expand}
      onUndo={() => setOpened(opened.slice(0, -1))}
      isPending={false}
    />
  )
}
