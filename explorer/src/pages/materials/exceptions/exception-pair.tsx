import { Link } from '@tanstack/react-router'
import type { PositionEnd, PositionException } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { useToken } from '../../../session/use-token.ts'
import { endText } from '../end-name.tsx'

/** Which material and factory it is about, and the ways to what is known of them. */
export function ExceptionPair({ exception }: { exception: PositionException }): ReactNode {
  const { material, factory, status } = exception
  const pair = { material: material?.code, factory: factory?.code }
  if (material === null && factory === null) return null
  return (
    <>
      <dl className="record">
        <End name="Material" end={material} isEntity />
        <End name="Factory" end={factory} isEntity={false} />
      </dl>
      <ul className="ways">
        <li>
          <Link to="/materials" search={{ view: 'positions', ...pair }}>
            Positions by system
          </Link>
        </li>
        {material !== null && (
          <li>
            <Link to="/materials" search={{ view: 'comparison', ...pair }}>
              {' '}
              Compare positions
            </Link>
          </li>
        )}
        <li>
          <Link to="/materials" search={{ ...pair, status }}>
            All exceptions {factory === null ? 'of the material' : material === null ? 'of the factory' : 'of the pair'}
          </Link>
        </li>
        <li>
          <Link to="/materials" search={{ ...pair, code: exception.code, status, exception: exception.exceptionId }}>
            Link to this exception
          </Link>
        </li>
      </ul>
    </>
  )
}

interface EndProps {
  name: string
  end: PositionEnd | null
  /** Whether the graph has a page of it. */
  isEntity: boolean
}

function End({ name, end, isEntity }: EndProps): ReactNode {
  const seesGraph = useToken().data?.credential.scopes.includes('graph:read') ?? false
  if (end === null) return null
  const text = endText(end)
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isEntity && seesGraph && end.id !== null ? (
          <Link to="/graph" search={{ entity: end.id }}>
            {text}
          </Link>
        ) : (
          text
        )}
        {end.id === null && <small className="quiet"> No record has this code.</small>}
      </dd>
    </div>
  )
}
