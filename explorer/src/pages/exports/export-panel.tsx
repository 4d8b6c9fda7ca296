import type { ExportJob } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { SidePanel } from '../../parts/layout.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useRead } from '../../parts/use-read.ts'
import { WholeRecord } from '../../parts/whole-record.tsx'
import { JobActions, type OfJob } from './export-columns.tsx'
import { exportKinds } from './export-kinds.ts'
import { FailureReason } from './export-progress.tsx'
import { tookText } from './export-texts.ts'

interface ExportPanelProps {
  exportId: string
  /** The export in the list. An export that is not in the list is requested by its ID. */
  listed: ExportJob | undefined
  actions: OfJob
  onClose: () => void
}

/** All fields of an export, with its actions. */
export function ExportPanel({ exportId, listed, actions, onClose }: ExportPanelProps): ReactNode {
  const read = useRead('getExport', { exportId }, { enabled: listed === undefined })
  const job = listed ?? read.data?.data
  return (
    <SidePanel title={job ? exportKinds[job.kind].name : 'Export'} onClose={onClose}>
      {job ? (
        <Whole job={job} actions={actions} />
      ) : (
        <Loaded query={read} lines={12}>
          {({ data }) => <Whole job={data} actions={actions} />}
        </Loaded>
      )}
    </SidePanel>
  )
}

function Whole({ job, actions }: { job: ExportJob; actions: OfJob }): ReactNode {
  const took = tookText(job)
  return (
    <>
      <p>
        <JobActions job={job} {...actions} />
      </p>
      {job.status === 'failed' && <FailureReason job={job} />}
      {job.status === 'expired' && (
        <p className="notice">The file has expired and was deleted. Create the export again.</p>
      )}
      {took !== null && <p className="quiet">Time from request to file: {took}.</p>}
      <WholeRecord value={job} />
    </>
  )
}
