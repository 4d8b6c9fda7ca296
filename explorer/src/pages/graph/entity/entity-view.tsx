import { Link } from '@tanstack/react-router'
import { ApiProblem, type Entity } from '@tenant-data/client'
import { type ReactNode, useState } from 'react'
import { hidesContent } from '../../../failures/passing-cause.ts'
import { AsCode } from '../../../parts/as-code.tsx'
import { PageHead } from '../../../parts/layout.tsx'
import { Problem, Skeleton } from '../../../parts/states.tsx'
import { useRead } from '../../../parts/use-read.ts'
import { type GraphSearch, walkTo } from '../graph-search.ts'
import { NeighbourhoodView } from '../neighbourhood/neighbourhood-view.tsx'
import { neighbourhoodInput } from '../neighbourhood/use-neighbourhood.ts'
import { PathsCard } from '../paths/paths-card.tsx'
import { useEntityTypes } from '../use-entity-types.ts'
import { AttributesCard, Identity, ReferencesCard } from './entity-facts.tsx'
import { EntityHistory } from './entity-history.tsx'
import { RelationshipsCard } from './relationships-card.tsx'
import { WhereUsedCard } from './where-used-card.tsx'

type Known = Pick<Entity, 'id' | 'type' | 'label'>

interface EntityViewProps {
  id: string
  search: GraphSearch
  onChange: (change: Partial<GraphSearch>) => void
  onOpen: (id: string) => void
}

/** Everything about one entity, and its neighborhood. */
export function EntityView({ id, search, onChange, onOpen }: EntityViewProps): ReactNode {
  const read = useRead('getEntity', { entityId: id })
  const types = useEntityTypes()
  const [walked, setWalked] = useState<Known | null>(null)
  const entity = read.data?.data
  // The graph already knows an entity that was opened in it, and keeps it visible while the rest is loaded.
  const known = entity ?? (walked?.id === id ? walked : undefined)
  const described = known && types.of(known.type)
  // The feed lists a publication as one change of its snapshot.
  const hasHistory = known !== undefined && known.type !== 'bom_publication'
  const back = (
    <Link to="/graph" search={{ ...search, ...walkTo(undefined) }}>
      Back to search
    </Link>
  )
  if (hidesContent(read.error, read.data !== undefined)) {
    const isGone = read.error instanceof ApiProblem && read.error.code === 'entity_not_found'
    return (
      <>
        <PageHead title="Graph" lead={isGone ? 'Entity not found.' : 'The entity could not be loaded.'}>
          {back}
        </PageHead>
        <Problem error={read.error} onRetry={() => void read.refetch()} />
        {isGone && <EntityHistory entityId={id} />}
      </>
    )
  }
  return (
    <>
      <PageHead
        title={known?.label ?? 'Graph'}
        lead={described?.meaning ?? 'An entity and everything it is connected to.'}
      >
        {back}
      </PageHead>
      <div className="identity-place">
        {entity ? <Identity entity={entity} code={codeOf(entity, described?.naturalKey)} /> : <Skeleton lines={2} />}
      </div>
      {known ? (
        <NeighbourhoodView
          entity={known}
          types={types.relationshipsOf(known.type)}
          baseUom={entity?.type === 'material' ? entity.attributes.baseUom : null}
          search={search}
          onChange={onChange}
          onOpen={(node) => {
            setWalked(node)
            onOpen(node.id)
          }}
        />
      ) : (
        <div className="neighbourhood-place">
          <Skeleton lines={10} />
        </div>
      )}
      {known && <PathsCard entity={known} search={search} onChange={onChange} onOpen={onOpen} />}
      <RelationshipsCard
        key={id}
        entityId={id}
        options={described?.relationshipTypes ?? []}
        relationship={search.relationship}
        onChoose={(relationship) => onChange({ relationship })}
        onOpen={onOpen}
      />
      {entity && (
        <div className="cards details">
          <WhereUsedCard entity={entity} />
          <AttributesCard attributes={entity.attributes} />
          <ReferencesCard references={entity.externalReferences} updatedAt={entity.updatedAt} />
        </div>
      )}
      {hasHistory && <EntityHistory entityId={id} />}
      <AsCode
        calls={[
          { operationId: 'getEntity', input: { entityId: id } },
          { operationId: 'listEntityRelationships', input: neighbourhoodInput(id, search) },
          ...(search.path === undefined ? [] : [pathCall(search.path, search)]),
          ...(hasHistory ? [{ operationId: 'listChanges' as const, input: { entityId: id } }] : []),
        ]}
      />
    </>
  )
}

/** The first request for a path: the relationships of its other end. */
const pathCall = (path: string, search: GraphSearch) => ({
  operationId: 'listEntityRelationships' as const,
  input: neighbourhoodInput(path, { via: search.via }),
})

function codeOf({ attributes }: Entity, naturalKey: string | undefined): string | undefined {
  const [, code] = Object.entries(attributes).find(([name]) => name === naturalKey) ?? []
  return code === undefined ? undefined : String(code)
}
