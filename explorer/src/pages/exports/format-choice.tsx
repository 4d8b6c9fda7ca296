import { type ExportFormat, exportFormatValues } from '@tenant-data/client'
import { type ReactNode, useId } from 'react'
import { exportFormats } from './export-formats.ts'

interface FormatChoiceProps {
  format: ExportFormat
  onChange: (format: ExportFormat) => void
}

/** The choice of the file's format. */
export function FormatChoice({ format, onChange }: FormatChoiceProps): ReactNode {
  const id = useId()
  return (
    <div className="export-field">
      <label htmlFor={id}>Format</label>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={format}
        onChange={({ target }) => onChange(exportFormatValues.find((one) => one === target.value) ?? format)}
      >
        {exportFormatValues.map((one) => (
          <option key={one} value={one}>
            {exportFormats[one].name}
          </option>
        ))}
      </select>
      <small id={`${id}-hint`} className="quiet">
        {exportFormats[format].hint}
      </small>
    </div>
  )
}
