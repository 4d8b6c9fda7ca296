import type { ExternalReference } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode, formatCount } from '../../../format/format-count.ts'
import { CopyId } from '../../../parts/marks/copy-id.tsx'
import { Time } from '../../../parts/marks/time.tsx'
import { Card } from '../../../parts/page/card.tsx'

interface ReferencesCardProps {
  references: readonly ExternalReference[]
  /** When the entity changed last: a code that was not seen then is a former one. */
  updatedAt: string
}

/** The codes of an entity in other systems, by system. */
export function ReferencesCard({ references, updatedAt }: ReferencesCardProps): ReactNode {
  const systems = Map.groupBy(references, ({ system, instance }) => `${system} ${instance}`)
  return (
    <Card title="External codes" aside={formatCount(references.length, 'code')}>
      {[...systems].map(([name, codes]) => (
        <section key={name}>
          <h3>{name}</h3>
          <dl className="record">
            {codes.map(({ kind, value, isPrimary, firstSeenAt, lastSeenAt }) => (
              <div key={`${kind} ${value}`}>
                <dt>{formatCode(kind)}</dt>
                <dd>
                  <CopyId id={value} /> {isPrimary && <span className="mark">record ID</span>}
                  {lastSeenAt < updatedAt && <span className="mark warn">previous</span>}
                  <small className="quiet">
                    since <Time value={firstSeenAt} />
                    {lastSeenAt < updatedAt && (
                      <>
                        , last seen <Time value={lastSeenAt} />
                      </>
                    )}
                  </small>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {references.length === 0 && <p className="quiet">This entity has no external codes.</p>}
    </Card>
  )
}
