import type { BomYieldChange } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { fieldName } from '../../../format/field-name.ts'
import { ChangeMark } from '../../../parts/marks/change-mark.tsx'
import { CopyId } from '../../../parts/marks/copy-id.tsx'
import { FieldValue } from '../../../parts/marks/whole-record.tsx'
import { type ComparedField, compareRows } from './compare-rows.ts'

/** A row field by field, before and after. What changed is struck and underlined, and says so. */
export function ComparedTable({ change }: { change: BomYieldChange }): ReactNode {
  return (
    <table className="compared-table">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {compareRows(change).map((field) => (
          <tr key={field.name} className={field.state}>
            <th scope="row">
              {fieldName(field.name)} <State state={field.state} />
            </th>
            <td>{sideOf(field, 'before', change.before !== null)}</td>
            <td>{sideOf(field, 'after', change.after !== null)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function State({ state }: Pick<ComparedField, 'state'>): ReactNode {
  if (state === 'same') return null
  return state === 'changed' ? <ChangeMark change="changed" /> : <span className="mark quiet">differs</span>
}

function sideOf(field: ComparedField, side: 'before' | 'after', isThere: boolean): ReactNode {
  if (!isThere) return null
  const value = <Value name={field.name} value={field[side]} />
  if (field.state !== 'changed') return value
  return side === 'before' ? <del>{value}</del> : <ins>{value}</ins>
}

/** Ids are cut short here: they are copied, not read. */
function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  return name.endsWith('Id') && typeof value === 'string' ? (
    <CopyId id={value} text={`${value.slice(0, 8)} …`} />
  ) : (
    <FieldValue value={value} />
  )
}
