import type { ExportKind } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { exportKinds, kindNames } from './export-kinds.ts'

/** The kinds of files, each with what its rows are. */
export function KindChoice({ kind, onChange }: { kind: ExportKind; onChange: (kind: ExportKind) => void }): ReactNode {
  return (
    <fieldset className="kinds">
      <legend>Kind of export</legend>
      {kindNames.map((one) => (
        <label key={one} className="kind">
          <input type="radio" name="kind" value={one} checked={one === kind} onChange={() => onChange(one)} />
          <span>
            <b>{exportKinds[one].name}</b>
            <small className="quiet">Each row is {exportKinds[one].rows}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
