import type { Entity } from '@tenant-data/client'
import { type ReactNode, useMemo } from 'react'
import { hidesContent } from '../../../failures/passing-cause.ts'
import { formatCode } from '../../../format/names.ts'
import { FindBox } from '../../../parts/find/find-box.tsx'
import { Problem, Skeleton } from '../../../parts/states.tsx'
import type { GraphSearch } from '../graph-search.ts'
import { PathList } from './path-list.tsx'
import { PathPicture } from './path-picture.tsx'
import { cutText, foundText } from './path-text.ts'
import { usePaths } from './use-paths.ts'

interface PathsCardProps {
  entity: Pick<Entity, 'id' | 'type' | 'label'>
  search: GraphSearch
  onChange: (change: Partial<GraphSearch>) => void
  onOpen: (id: string) => void
}

/** The shortest paths from the entity to another one that the user chooses, as a graph and in words. */
export function PathsCard({ entity, search, onChange, onOpen }: PathsCardProps): ReactNode {
  const { path, via = [] } = search
  const { target, found, isPending, error, refetch } = usePaths(entity, search)
  const paths = useMemo(() => found?.paths ?? [], [found])
  const missing = found ? cutText(found) : ''
  return (
    <section className="path-section" aria-labelledby="paths">
      <h2 id="paths">Path to another entity</h2>
      <search className="filters" aria-label="Path">
        <FindBox
          kind="entity"
          label="To entity"
          value={path}
          shown={target?.label ?? (path && isPending ? 'Loading …' : undefined)}
          onChange={(id) => onChange({ path: id })}
        />
        {path !== undefined && (
          <button type="button" onClick={() => onChange({ path: undefined })}>
            Clear path
          </button>
        )}
      </search>
      <p role="status" className="path-status">
        {path === undefined && (
          <span className="quiet">Choose an entity to see how it is connected with this one, within three hops.</span>
        )}
        {path === entity.id && 'This is the same entity. Choose another one.'}
        {isPending && 'Searching …'}
        {found && foundText(found)}
        {found && via.length > 0 && ` Only along: ${via.map(formatCode).join(', ')}.`}
      </p>
      {missing !== '' && <p className="notice">{missing}</p>}
      {hidesContent(error, found !== undefined) && <Problem error={error} onRetry={refetch} />}
      {isPending && <Skeleton lines={4} />}
      {paths.length > 0 && target && (
        <>
          <PathPicture
            key={`${entity.id} ${target.id}`}
            label={`Paths from ${entity.label} to ${target.label}`}
            paths={paths}
            onOpen={onOpen}
          />
          <PathList key={target.id} paths={paths} />
        </>
      )}
    </section>
  )
}
