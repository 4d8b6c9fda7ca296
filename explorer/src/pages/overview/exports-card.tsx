import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCode, formatCount } from '../../format/format-count.ts'
import { StatusMark } from '../../parts/marks/status-mark.tsx'
import { Time } from '../../parts/marks/time.tsx'
import { Card } from '../../parts/page/card.tsx'
import { Loaded } from '../../parts/page/loaded.tsx'
import { useExports } from './use-overview.ts'

/** The last exports of the organization. */
export function ExportsCard(): ReactNode {
  return (
    <Card title={<Link to="/exports">Last exports</Link>}>
      <Loaded query={useExports()} lines={5}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="quiet">No exports yet.</p>
          ) : (
            <ul className="lines">
              {data.map(({ exportId, kind, status, createdAt, rowCount }) => (
                <li key={exportId}>
                  <Link to="/exports" search={{ exportId }}>
                    {formatCode(kind)}
                  </Link>
                  <StatusMark status={status} />
                  <small>
                    <Time value={createdAt} />
                    {rowCount !== null && `, ${formatCount(rowCount, 'row')}`}
                  </small>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
