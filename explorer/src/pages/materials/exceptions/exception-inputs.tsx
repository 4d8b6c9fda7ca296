import { Link } from '@tanstack/react-router'
import type { ExceptionInput, PositionException } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../../format/names.ts'
import { CopyId, Time } from '../../../parts/values.tsx'
import { useHasScope } from '../../../session/session-context.tsx'
import { positionOf } from './input-page.ts'

/** The maximum number of inputs that the API returns. */
const MOST_INPUTS = 20

/**
 * The records on which an exception is based, newest first, each with the time since which its values are unchanged.
 */
export function ExceptionInputs({ exception }: { exception: PositionException }): ReactNode {
  const { inputs, datasetIds } = exception
  return (
    <section>
      <h3>Input records</h3>
      {inputs.length === 0 && <p className="quiet">No input records.</p>}
      <ul className="inputs">
        {inputs.map((input) => (
          <li key={`${input.kind} ${input.id}`}>
            <div>
              <b>{formatCode(input.kind)}</b> {input.system}
              {input.instance !== null && `:${input.instance}`} <code>{input.recordId}</code>
            </div>
            <small>
              reported since <Time value={input.observedAt} />
              {input.recordVersion !== null && `, version ${input.recordVersion}`}
            </small>
            <Way input={input} exception={exception} />
          </li>
        ))}
      </ul>
      {inputs.length === MOST_INPUTS && <p className="quiet">At most {MOST_INPUTS} input records are listed.</p>}
      {datasetIds.length > 0 && (
        <p>
          From {datasetIds.join(', ')}: <Link to="/freshness">view freshness</Link>
        </p>
      )}
    </section>
  )
}

/** A link to the record, or its ID to copy if it has no page. */
function Way({ input, exception }: { input: ExceptionInput; exception: PositionException }): ReactNode {
  const seesGraph = useHasScope('graph:read')
  if (input.kind === 'position') {
    return (
      <Link to="/materials" search={positionOf(input.id, exception.measure, exception)}>
        Show <span className="visually-hidden">the position of {input.system}</span>
      </Link>
    )
  }
  if (seesGraph && (input.kind === 'material' || input.kind === 'style' || input.kind === 'supplier')) {
    return (
      <Link to="/graph" search={{ entity: input.id }}>
        Show{' '}
        <span className="visually-hidden">
          the {input.kind} {input.recordId}
        </span>
      </Link>
    )
  }
  return <CopyId id={input.id} text="Copy id" />
}
