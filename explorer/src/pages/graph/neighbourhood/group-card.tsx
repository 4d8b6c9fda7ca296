import { type ReactNode, useEffect, useRef } from 'react'
import { type Group, groupText } from './groups.ts'
import type { Neighbourhood } from './neighbourhood.ts'
import { NeighbourhoodTable } from './neighbourhood-table.tsx'

interface GroupCardProps {
  group: Group
  neighbourhood: Neighbourhood
  baseUom: string | null
  /** Whether the user has just opened it, so that it gets the focus. */
  isNew: boolean
  onOpen: (id: string) => void
  onClose: () => void
}

/** The members of a group of the picture, each with a link. */
export function GroupCard({ group, neighbourhood, baseUom, isNew, onOpen, onClose }: GroupCardProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = group
  // biome-ignore lint/correctness/useExhaustiveDependencies: each group that the user opens gets the focus
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [key, isNew])
  return (
    <section className="group" aria-labelledby="group">
      <header>
        <h3 id="group" ref={heading} tabIndex={-1}>
          {groupText(group)}
        </h3>
        <button type="button" onClick={onClose}>
          Close group
        </button>
      </header>
      <NeighbourhoodTable
        label="Members of the group"
        neighbourhood={neighbourhood}
        edges={group.edges}
        baseUom={baseUom}
        isPending={false}
        onOpen={onOpen}
      />
    </section>
  )
}
