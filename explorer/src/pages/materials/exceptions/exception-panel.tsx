import type { PositionException } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { fieldName } from '../../../format/field-name.ts'
import { formatCode } from '../../../format/format-count.ts'
import { StatusMark } from '../../../parts/marks/status-mark.tsx'
import { Time } from '../../../parts/marks/time.tsx'
import { WholeRecord } from '../../../parts/marks/whole-record.tsx'
import { SidePanel } from '../../../parts/page/side-panel.tsx'
import { ExceptionInputs } from './exception-inputs.tsx'
import { ExceptionPair } from './exception-pair.tsx'
import { ExpectedObserved } from './expected-observed.tsx'

/** One exception: what is wrong, what to do, why it is thought so, since when, and where to look on. */
export function ExceptionPanel({
  exception,
  onClose,
}: {
  exception: PositionException
  onClose: () => void
}): ReactNode {
  const { code, severity, status, measure, staleInput, firstSeenAt, lastSeenAt, recommendedAction } = exception
  return (
    <SidePanel title={formatCode(code)} onClose={onClose}>
      <p className="figures">
        <StatusMark status={severity} /> <StatusMark status={status} />
        {measure !== null && <span className="mark">{fieldName(measure)}</span>}
        {staleInput && <StatusMark status="stale" text="based on stale data" />}
      </p>
      <p className="notice">{recommendedAction}</p>
      <ExpectedObserved exception={exception} />
      <ExceptionPair exception={exception} />
      <h3>Timeline</h3>
      <p>
        {status === 'open' ? 'Open since ' : 'Found at '}
        <Time value={firstSeenAt} />. Latest input observed at <Time value={lastSeenAt} />.
      </p>
      <ExceptionInputs exception={exception} />
      <details>
        <summary>Full record</summary>
        <WholeRecord value={exception} />
      </details>
    </SidePanel>
  )
}
