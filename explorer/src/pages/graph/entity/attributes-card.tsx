import type { Entity } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { fieldName } from '../../../format/field-name.ts'
import { FieldValue } from '../../../parts/marks/whole-record.tsx'
import { Card } from '../../../parts/page/card.tsx'
import { valueText } from './property-text.ts'

/** The attributes of an entity; parts with fields of their own in a line each. */
export function AttributesCard({ attributes }: { attributes: Entity['attributes'] }): ReactNode {
  return (
    <Card title="Attributes">
      <dl className="record">
        {Object.entries(attributes).map(([name, value]) => (
          <div key={name}>
            <dt>{fieldName(name)}</dt>
            <dd>
              <Value name={name} value={value} />
            </dd>
          </div>
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
