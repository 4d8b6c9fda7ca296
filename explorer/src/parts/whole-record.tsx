import type { ReactNode } from 'react'
import { fieldName } from '../format/names.ts'
import { CopyId, Fact, Nothing, Time } from './values.tsx'

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Every field of a response, unchanged and complete. */
export function WholeRecord({ value }: { value: object }): ReactNode {
  return (
    <dl className="record">
      {Object.entries(value).map(([name, field]) => (
        <Fact key={name} name={fieldName(name)}>
          <FieldValue value={field} />
        </Fact>
      ))}
    </dl>
  )
}

/**
 * Any JSON value: IDs with copy buttons, times in the user's time zone, nested values as lists. Other texts stay as
 * they are, because a code can look like a decimal.
 */
export function FieldValue({ value }: { value: unknown }): ReactNode {
  if (value === null || value === undefined || value === '') return <Nothing />
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return <TextValue text={value} />
  if (typeof value !== 'object') return String(value)
  if (!Array.isArray(value)) return Object.keys(value).length === 0 ? <Nothing /> : <WholeRecord value={value} />
  if (value.length === 0) return <Nothing />
  if (value.every((one) => typeof one !== 'object')) return value.join(', ')
  return (
    <ol>
      {value.map((one: object) => (
        <li key={JSON.stringify(one)}>
          <WholeRecord value={one} />
        </li>
      ))}
    </ol>
  )
}

function TextValue({ text }: { text: string }): ReactNode {
  if (TIME.test(text)) return <Time value={text} />
  if (UUID.test(text)) return <CopyId id={text} />
  return text
}
