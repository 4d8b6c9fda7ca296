import { type ReactNode, useState } from 'react'
import { barLength, decimalParts, formatNumber } from '../format/numbers.ts'
import { formatAge, formatTime } from '../format/times.ts'

interface AmountProps {
  /** An exact decimal of the API. */
  value: string | null
  /** A unit of measure, `%`, or a currency. */
  unit?: string | null | undefined
  /** Also writes the plus sign. */
  withSign?: boolean
}

/** An exact decimal with its unit. In a column of a table, decimal points are below each other. */
export function Amount({ value, unit, withSign = false }: AmountProps): ReactNode {
  if (value === null) return <Nothing />
  const { whole, fraction } = decimalParts(value, { withSign })
  return (
    <span className="amount">
      <span>{whole}</span>
      <span className="fraction">{fraction}</span>
      {unit && '\u00a0'}
      {unit && <span className="unit">{unit}</span>}
    </span>
  )
}

/** A number of the API, such as a count. */
export function Count({ value }: { value: number | null }): ReactNode {
  return value === null ? <Nothing /> : formatNumber(value)
}

/** The size of a value relative to others. It only repeats the number next to it. */
export function Bar({
  value,
  largest,
  tone = 'plain',
}: {
  value: string | null
  largest: string | null
  tone?: 'plain' | 'good' | 'warn' | 'bad'
}): ReactNode {
  return (
    <span className={`bar-track ${tone}`} aria-hidden="true">
      <span style={{ width: `${barLength(value, largest) * 100}%` }} />
    </span>
  )
}

/** A time in the user's time zone, with UTC in its title. `withAge` also shows how long ago it is. */
export function Time({ value, withAge = false }: { value: string | null; withAge?: boolean }): ReactNode {
  if (value === null) return <Nothing />
  return (
    <time dateTime={value} title={`${formatTime(value, 'UTC')} UTC`}>
      {formatTime(value)}
      {withAge && ` (${formatAge(value, Date.now())})`}
    </time>
  )
}

/** The placeholder for a missing value. */
export function Nothing(): ReactNode {
  return (
    <span className="nothing">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">none</span>
    </span>
  )
}

/** An ID that a click copies. `text` is shown instead of a long ID. */
export function CopyId({ id, text = id }: { id: string; text?: string }): ReactNode {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(id)
    setCopied(true)
  }
  return (
    <button
      type="button"
      className="copy-id"
      title={`Copy ${id}`}
      onClick={() => void copy()}
      onBlur={() => setCopied(false)}
    >
      <code>{text}</code>
      <span role="status">{isCopied ? ' Copied' : ''}</span>
    </button>
  )
}

/** A text that a table can cut, with the whole text in its title. */
export function Titled({ text }: { text: string }): ReactNode {
  return <span title={text}>{text}</span>
}

/** A name and a value of a `<dl className="record">`. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
