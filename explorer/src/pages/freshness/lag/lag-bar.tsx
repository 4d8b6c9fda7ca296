import type { Freshness } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../../format/format-count.ts'
import { StatusMark } from '../../../parts/marks/status-mark.tsx'
import { exactSpan } from './exact-span.ts'
import { thresholdText } from './freshness-text.ts'
import { lagScale } from './lag-scale.ts'

const percent = (part: number) => `${part * 100}%`

/** How old a dataset is, by a bar with a mark at each threshold, and the same in words. */
export function LagBar({ row }: { row: Freshness }): ReactNode {
  const { status, severity, lagSeconds, reason } = row
  const scale = lagScale(row)
  const tone = { none: status === 'fresh' ? 'good' : 'plain', warn: 'warn', error: 'bad' }[severity]
  return (
    <div className="lag">
      <p>
        <StatusMark status={severity === 'error' ? 'error' : status} text={formatCode(status)} />{' '}
        {lagSeconds === null ? formatCode(reason ?? 'unknown') : exactSpan(lagSeconds)}
      </p>
      {scale !== null && (
        <span className={`lag-track ${tone}`} aria-hidden="true">
          {scale.lag !== null && <span className="lag-fill" style={{ width: percent(scale.lag) }} />}
          {scale.warn !== null && <span className="lag-mark" style={{ left: percent(scale.warn) }} />}
          {scale.error !== null && <span className="lag-mark error" style={{ left: percent(scale.error) }} />}
        </span>
      )}
      <p className="quiet">{thresholdText(row)}</p>
    </div>
  )
}
