import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '../../format/numbers.ts'
import { Empty, Skeleton } from '../../parts/states.tsx'
import { useRead } from '../../parts/use-read.ts'
import { useHasScope } from '../../session/session-context.tsx'

const MOST = 8

/** Shown before a style is chosen: instructions, and suggested styles. */
export function ChooseStyle({ snapshotId }: { snapshotId: string | undefined }): ReactNode {
  return (
    <>
      <Empty title="Choose a style">
        Search for a style by number or name to see its lines and sizes side by side. Or enter a material, a supplier,
        an MPN, or a SKU to see where it is used.
      </Empty>
      <StyleSuggestions snapshotId={snapshotId} />
    </>
  )
}

/** The styles that changed most in a snapshot, or any styles if none changed. */
export function StyleSuggestions({ snapshotId }: { snapshotId: string | undefined }): ReactNode {
  const canSearch = useHasScope('graph:read')
  const changes = useRead('summarizeBomYieldChanges', { toSnapshotId: snapshotId, top: MOST })
  const changed = changes.data?.data.byStyle ?? []
  const hasNone = !changes.isPending && changed.length === 0
  const any = useRead('searchEntities', { type: 'style', limit: MOST }, { enabled: hasNone && canSearch })
  if (changes.isPending || (any.isPending && any.isFetching)) return <Skeleton lines={MOST} />
  const styles = (any.data?.data ?? []).filter((entity) => entity.type === 'style')
  if (changed.length === 0 && styles.length === 0) return null
  return (
    <section className="style-suggestions">
      <h2>{changed.length > 0 ? 'Styles with the most changes in this snapshot' : 'Some styles'}</h2>
      <ul className="lines">
        {changed.map(({ id, key, rows }) => (
          <Suggestion key={id} snapshotId={snapshotId} style={key} text={formatCount(rows, 'change')} />
        ))}
        {styles.map(({ id, label, attributes }) => (
          <Suggestion key={id} snapshotId={snapshotId} style={attributes.styleNumber} text={label} />
        ))}
      </ul>
    </section>
  )
}

function Suggestion({ snapshotId, style, text }: { snapshotId?: string | undefined; style: string; text: string }) {
  return (
    <li>
      <Link to="/yields" search={{ snapshotId, style }}>
        {style}
      </Link>
      <span className="quiet">{text}</span>
    </li>
  )
}
