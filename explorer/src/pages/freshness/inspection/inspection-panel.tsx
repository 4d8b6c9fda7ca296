import type { Freshness } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../../format/format-count.ts'
import { useRead } from '../../../parts/data/use-read.ts'
import { WholeRecord } from '../../../parts/marks/whole-record.tsx'
import { Loaded } from '../../../parts/page/loaded.tsx'
import { SidePanel } from '../../../parts/page/side-panel.tsx'
import { basisText, pastText, reasonText } from '../lag/freshness-text.ts'
import { LagBar } from '../lag/lag-bar.tsx'
import { LoadList } from './load-list.tsx'
import { SourceContents } from './source-contents.tsx'

/** A dataset with what its source did last: how its age is counted, its loads and their errors, and what came in them. */
export function InspectionPanel({ row, onClose }: { row: Freshness; onClose: () => void }): ReactNode {
  const { datasetId, sourceSystem } = row
  const inspection = useRead('inspectServiceSource', { system: sourceSystem })
  const datasets = useRead('listServiceDatasets', { system: sourceSystem, limit: 1000 })
  const dataset = datasets.data?.data.find((one) => one.datasetId === datasetId)
  const reason = reasonText(row.reason)
  const counted = [basisText(row.basis) && `Counted ${basisText(row.basis)}`, pastText(row)].filter(Boolean).join('; ')
  return (
    <SidePanel title={datasetId} onClose={onClose}>
      <p className="quiet dataset-line">
        {dataset &&
          [dataset.name, dataset.steward && `kept by ${dataset.steward}`, formatCount(dataset.rowCount, 'live row')]
            .filter(Boolean)
            .join(', ')}
      </p>
      <LagBar row={row} />
      {counted !== '' && <p>{counted}.</p>}
      {reason !== null && <p className="notice">{reason}</p>}
      <Loaded query={inspection} lines={12}>
        {({ data }) => (
          <>
            <h3>Last loads</h3>
            <LoadList loads={data.lastLoads.filter((load) => load.datasetId === datasetId)} />
            <SourceContents inspection={data} datasetId={datasetId} />
          </>
        )}
      </Loaded>
      <h3>Full record</h3>
      <WholeRecord value={row} />
    </SidePanel>
  )
}
