import { Link } from '@tanstack/react-router'
import type { PositionEnd, PositionException } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { fieldName, formatCode } from '../../../format/names.ts'
import { SidePanel } from '../../../parts/layout.tsx'
import { StatusMark } from '../../../parts/marks.tsx'
import { Amount, Bar, Fact, Time } from '../../../parts/values.tsx'
import { WholeRecord } from '../../../parts/whole-record.tsx'
import { useHasScope } from '../../../session/session-context.tsx'
import { endText } from '../end-name.tsx'
import { ExceptionValue } from './exception-columns.tsx'
import { ExceptionInputs } from './exception-inputs.tsx'
import { ExceptionSteps } from './exception-steps.tsx'
import { parseValue, systemOf } from './exceptions.ts'
import { useExplained } from './use-exceptions.ts'

/** One exception: the problem, the action, the inputs, the times, and links. */
export function ExceptionPanel({
  exception,
  onClose,
}: {
  exception: PositionException
  onClose: () => void
}): ReactNode {
  const { code, severity, status, measure, systems, staleInput, firstSeenAt, lastSeenAt, recommendedAction } = exception
  return (
    <SidePanel title={formatCode(code)} onClose={onClose}>
      <p className="figures">
        <StatusMark status={severity} /> <StatusMark status={status} />
        {measure !== null && <span className="mark">{fieldName(measure)}</span>}
        {systems.length > 1 && <span className="mark">{systems.join(', ')}</span>}
        {staleInput && <StatusMark status="stale" text="based on stale data" />}
      </p>
      <p className="notice">{recommendedAction}</p>
      <ExpectedObserved exception={exception} />
      <ExceptionSteps exception={exception} />
      <ExceptionPair exception={exception} />
      <Responsible exception={exception} />
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

/** The expected and the observed value, each with its system as far as it is known, and their difference. */
function ExpectedObserved({ exception }: { exception: PositionException }): ReactNode {
  const { exceptionId, expected, observed, delta, uom, systems } = exception
  const steps = useExplained(exceptionId).data?.data.explanation ?? []
  const by = (value: string | null) => {
    const system = systemOf(value, steps)
    return system === null ? '' : ` by ${system}`
  }
  const observedBy = systems.length === 1 ? ` by ${systems[0]}` : by(observed)
  if (expected === null && observed === null) return null
  const [should, is] = [parseValue(expected, uom), parseValue(observed, uom)]
  const areAmounts = should.kind === 'amount' && is.kind === 'amount'
  const largest = areAmounts ? largerOf(should.value, is.value) : null
  return (
    <dl className="sides">
      <Fact name={`Expected${by(expected)}`}>
        <ExceptionValue value={expected} uom={uom} />
        {largest !== null && <Bar value={expected} largest={largest} tone="good" />}
      </Fact>
      <Fact name={`Observed${observedBy}`}>
        <ExceptionValue value={observed} uom={uom} />
        {largest !== null && <Bar value={observed} largest={largest} tone="bad" />}
      </Fact>
      {delta !== null && (
        <Fact name="Difference">
          <Amount value={delta} unit={uom} withSign />
        </Fact>
      )}
    </dl>
  )
}

/** Compares as numbers, because the result only determines the lengths of bars. */
const largerOf = (a: string, b: string) => (Math.abs(Number(a)) > Math.abs(Number(b)) ? a : b)

/** The material and the factory of the exception, with links to their data. */
function ExceptionPair({ exception }: { exception: PositionException }): ReactNode {
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

/** Who can resolve the exception: the nominated supplier of the material, and the steward of the data. */
function Responsible({ exception: { supplier, steward, status } }: { exception: PositionException }): ReactNode {
  if (supplier === null && steward === null) return null
  return (
    <>
      <dl className="record">
        <End name="Nominated supplier" end={supplier} isEntity />
        {steward !== null && <Fact name="Steward">{steward}</Fact>}
      </dl>
      <ul className="ways">
        {supplier !== null && (
          <li>
            <Link to="/materials" search={{ supplier: supplier.code, status }}>
              All exceptions of the supplier
            </Link>
          </li>
        )}
        {steward !== null && (
          <li>
            <Link to="/materials" search={{ steward, status }}>
              All exceptions of the steward
            </Link>
          </li>
        )}
      </ul>
    </>
  )
}

interface EndProps {
  name: string
  end: PositionEnd | null
  /** Whether the entity has a page in the graph. */
  isEntity: boolean
}

function End({ name, end, isEntity }: EndProps): ReactNode {
  const seesGraph = useHasScope('graph:read')
  if (end === null) return null
  const text = endText(end)
  return (
    <Fact name={name}>
      {isEntity && seesGraph && end.id !== null ? (
        <Link to="/graph" search={{ entity: end.id }}>
          {text}
        </Link>
      ) : (
        text
      )}
      {end.id === null && <small className="quiet"> No record has this code.</small>}
    </Fact>
  )
}
