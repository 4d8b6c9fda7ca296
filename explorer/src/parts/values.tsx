import { type ReactNode, useState } from 'react'
import { barLength, decimalParts } from '../format/numbers.ts'
import { formatTime } from '../format/times.ts'

interface AmountProps {
  /** An exact decimal of the API. */
  value: string | null
  /** A unit of measure, `%`, or a currency. */
  unit?: string | null | undefined
  /** Writes the plus of what is larger than zero. */
  withSign?: boolean
}

/** An exact amount with its unit; in a column of a table its point stands below the points of the others. */
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

/** How large an amount is among others. It only repeats what a number beside it says. */
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

/** A time in the reader's zone, with UTC in its title. */
export function Time({ value }: { value: string | null }): ReactNode {
  if (value === null) return <Nothing />
  return (
    <time dateTime={value} title={`${formatTime(value, 'UTC')} UTC`}>
      {formatTime(value)}
    </time>
  )
}

/** What stands where there is no value. */
export function Nothing(): ReactNode {
  return (
    <span className="nothing">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">none</span>
    </span>
  )
}

/** An id that is copied by a click. `text` is shown in its place where it is long. */
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

/** A text that a table may cut, with the whole of it in its title. */
export function Titled({ text }: { text: string }): ReactNode {
  return <span title={text}>{text}</span>
}

/** A named value of a `<dl className="record">`. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
