import { ApiProblem, type ConnectedKind } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { FindBox } from '../../parts/find/find-box.tsx'
import { useRead } from '../../parts/use-read.ts'

interface RefPickerProps {
  kind: ConnectedKind
  /** A reference in any form that the API accepts. */
  value: string | undefined
  onChange: (ref: string | undefined) => void
}

/** Chooses a material or a factory, and shows its name below its code. */
export function RefPicker({ kind, value, onChange }: RefPickerProps): ReactNode {
  return (
    <FindBox
      kind={kind}
      label={formatCode(kind)}
      value={value}
      onChange={onChange}
      note={<Known kind={kind} value={value ?? ''} />}
    />
  )
}

/** The label of the chosen reference. */
function Known({ kind, value }: { kind: ConnectedKind; value: string }): ReactNode {
  const record = useRead('getConnectedRecord', { kind, ref: value }, { enabled: value !== '' })
  if (value === '') return ''
  if (record.data !== undefined) return record.data.data.label
  if (record.error instanceof ApiProblem) return record.error.detail
  return record.isError && 'The name could not be loaded'
}
