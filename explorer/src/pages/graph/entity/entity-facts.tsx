import type { Entity, ExternalReference } from '@tenant-data/client'
import { type ReactNode, useState } from 'react'
import { fieldName, formatCode } from '../../../format/names.ts'
import { formatCount, formatNumber } from '../../../format/numbers.ts'
import { Card, SidePanel } from '../../../parts/layout.tsx'
import { StatusMark } from '../../../parts/marks.tsx'
import { CopyId, Fact, Time } from '../../../parts/values.tsx'
import { FieldValue, WholeRecord } from '../../../parts/whole-record.tsx'
import { valueText } from '../graph-text.ts'
import { TypeMark } from '../type-sign.tsx'
import { EntityHub } from './entity-hub.tsx'

/** The identity of an entity: code, type, state, canonical ID, and last changes, with links to other pages. */
export function Identity({ entity, code }: { entity: Entity; code: string | undefined }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { id, type, lifecycleState, revision, createdAt, updatedAt, label } = entity
  return (
    <>
      <dl className="identity">
        {code !== undefined && (
          <Fact name="Code">
            <CopyId id={code} />
          </Fact>
        )}
        <Fact name="Type">
          <TypeMark type={type} />
        </Fact>
        <Fact name="State">
          <StatusMark status={lifecycleState} />
        </Fact>
        <Fact name="Changed">
          <Time value={updatedAt} />
        </Fact>
        <Fact name="Changes">{formatNumber(revision)}</Fact>
        <Fact name="First seen">
          <Time value={createdAt} />
        </Fact>
        <Fact name="Entity ID">
          <CopyId id={id} />
        </Fact>
      </dl>
      <p className="ways">
        <EntityHub entity={entity} />
        <button type="button" onClick={() => setOpen(true)}>
          Full record
        </button>
      </p>
      {isOpen && (
        <SidePanel title={label} onClose={() => setOpen(false)}>
          <WholeRecord value={entity} />
        </SidePanel>
      )}
    </>
  )
}

/** The attributes of an entity. Nested attributes have one line each. */
export function AttributesCard({ attributes }: { attributes: Entity['attributes'] }): ReactNode {
  return (
    <Card title="Attributes">
      <dl className="record">
        {Object.entries(attributes).map(([name, value]) => (
          <Fact key={name} name={fieldName(name)}>
            <Value name={name} value={value} />
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

const DECIMAL_CODE = /^[\d.]+$/

function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  if (Array.isArray(value) && value.some((one) => typeof one === 'object')) {
    return (
      <ul>
        {value.map((one: unknown) => (
          <li key={JSON.stringify(one)}>{valueText(one)}</li>
        ))}
      </ul>
    )
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return valueText(value)
  if (typeof value === 'string' && DECIMAL_CODE.test(value)) return valueText(value, name)
  return <FieldValue value={value} />
}

interface ReferencesCardProps {
  references: readonly ExternalReference[]
  /** The time of the entity's last change. A code that was last seen before it is a previous code. */
  updatedAt: string
}

/** The codes of an entity, grouped by system. */
export function ReferencesCard({ references, updatedAt }: ReferencesCardProps): ReactNode {
  const systems = Map.groupBy(references, ({ system, instance }) => `${system} ${instance}`)
  return (
    <Card title="External codes" aside={formatCount(references.length, 'code')}>
      {[...systems].map(([name, codes]) => (
        <section key={name}>
          <h3>{name}</h3>
          <dl className="record">
            {codes.map(({ kind, value, isPrimary, firstSeenAt, lastSeenAt }) => (
              <Fact key={`${kind} ${value}`} name={formatCode(kind)}>
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
              </Fact>
            ))}
          </dl>
        </section>
      ))}
      {references.length === 0 && <p className="quiet">This entity has no external codes.</p>}
    </Card>
  )
}
