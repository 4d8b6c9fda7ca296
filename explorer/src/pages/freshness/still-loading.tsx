import type { FreshnessPage } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { loadingText } from './lag/loading-text.ts'

/** A notice for as long as much of what was sent to the service has not been applied. */
export function StillLoading({ projector }: { projector: FreshnessPage['meta']['projector'] | undefined }): ReactNode {
  const text = loadingText(projector?.lagSeconds ?? null)
  return text !== null && <p className="notice still-loading">{text}</p>
}
