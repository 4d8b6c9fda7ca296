import type { IngestFault } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { Nothing } from '../../parts/values.tsx'

/** The faults of events. Those of a BOM name the style, the line, and the SKU. */
export function FaultsTable({ faults, caption }: { faults: readonly IngestFault[]; caption: string }): ReactNode {
  const isOfStyles = faults.some(({ styleNumber }) => styleNumber !== null)
  return (
    <table className="faults">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {isOfStyles && <th scope="col">Style, line, SKU</th>}
          <th scope="col">Field</th>
          <th scope="col">Error</th>
        </tr>
      </thead>
      <tbody>
        {faults.map((fault, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list of faults never changes, and may contain equal ones
          <tr key={place}>
            {isOfStyles && (
              <td>
                <Names fault={fault} />
              </td>
            )}
            <td>{fault.path === '' ? 'the whole event' : <code>{fault.path}</code>}</td>
            <td>{fault.detail}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Names({ fault: { styleNumber, line, sku, eventId, source } }: { fault: IngestFault }): ReactNode {
  if (styleNumber === null) return <Nothing />
  const event = eventId === null ? undefined : `Event ${eventId} of ${source}`
  return (
    <span title={event}>
      <code>{styleNumber}</code>
      {line !== null && <small>line {line}</small>}
      {sku !== null && <small>SKU {sku}</small>}
    </span>
  )
}
