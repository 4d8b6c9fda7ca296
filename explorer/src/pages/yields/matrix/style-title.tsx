import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../../parts/data/use-read.ts'
import { useToken } from '../../../session/use-token.ts'

/** The style by its number, and by its label where the token may see that. */
export function StyleTitle({ style, styleId }: { style: string; styleId: string }): ReactNode {
  const canRead = useToken().data?.credential.scopes.includes('graph:read') ?? false
  const entity = useRead('getEntity', { entityId: styleId }, { enabled: canRead })
  return (
    <div>
      <h2>{entity.data?.data.label ?? style}</h2>
      <p className="matrix-links">
        <Link to="/changes" search={{ style }}>
          Latest changes
        </Link>{' '}
        <Link to="/graph" search={{ entity: styleId }}>
          Open in the graph
        </Link>
      </p>
    </div>
  )
}
