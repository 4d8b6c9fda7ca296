import type { ReactNode } from 'react'
import { formatTime } from '../../format/format-time.ts'
import { useRead } from '../../parts/data/use-read.ts'
import { useToken } from '../../session/use-token.ts'

/** The lists of values that fields offer, by the names of their parameters. */
export const suggestionIds: Readonly<Record<string, string>> = {
  snapshotId: 'snapshots',
  fromSnapshotId: 'snapshots',
  toSnapshotId: 'snapshots',
  datasetId: 'datasets',
}

/** Snapshots and datasets to choose from, as far as the token may list them; any other id can be typed all the same. */
export function Suggestions({ names }: { names: readonly string[] }): ReactNode {
  const scopes = useToken().data?.credential.scopes ?? []
  const asks = (id: string) => names.some((name) => suggestionIds[name] === id)
  const asksSnapshots = asks('snapshots') && scopes.includes('bom:read')
  const asksDatasets = asks('datasets') && scopes.includes('materials:read')
  const snapshots = useRead('listBomSnapshots', { limit: 100 }, { enabled: asksSnapshots })
  const datasets = useRead('listServiceDatasets', { limit: 1000 }, { enabled: asksDatasets })
  return (
    <>
      <datalist id="snapshots">
        {snapshots.data?.data.map(({ snapshotId, publicationNumber, completedAt }) => (
          <option key={snapshotId} value={snapshotId}>
            {`Snapshot ${publicationNumber}, ${formatTime(completedAt)}`}
          </option>
        ))}
      </datalist>
      <datalist id="datasets">
        {datasets.data?.data.map(({ datasetId, name }) => (
          <option key={datasetId} value={datasetId}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
