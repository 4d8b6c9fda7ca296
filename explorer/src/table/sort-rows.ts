import type { Column, Value } from './column.ts'

const DECIMAL = /^(?<sign>-?)(?<whole>\d+)(?:\.(?<fraction>\d+))?$/
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'accent' })

/**
 * Sorts rows by a column: decimals by their exact value, then texts in the order of the alphabet, with numbers in them
 * by value. Rows without a value are the last in both directions. Rows with the same value keep their order.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  { rank, values }: Pick<Column<Row>, 'rank' | 'values'>,
  isDescending: boolean,
): Row[] {
  const keyed = rows.map((row) => ({ row, key: rank?.(row) ?? Object.values(values?.(row) ?? {})[0] ?? null }))
  const sign = isDescending ? -1 : 1
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
    return sign * compareValues(a.key, b.key)
  })
  return keyed.map(({ row }) => row)
}

function compareValues(a: NonNullable<Value>, b: NonNullable<Value>): number {
  const [one, other] = [DECIMAL.exec(String(a)), DECIMAL.exec(String(b))]
  if (one === null || other === null) {
    return Number(one === null) - Number(other === null) || collator.compare(String(a), String(b))
  }
  // Rounding to a double never reverses the order of two decimals. It can only hide a difference.
  return Number(a) - Number(b) || compareExactly(one, other)
}

function compareExactly(one: RegExpExecArray, other: RegExpExecArray): number {
  const digits = Math.max(one.groups?.fraction?.length ?? 0, other.groups?.fraction?.length ?? 0)
  const [a, b] = [one, other].map(({ groups }) => {
    const { sign = '', whole = '', fraction = '' } = groups ?? {}
    return BigInt(sign + whole + fraction.padEnd(digits, '0'))
  })
  return a === b ? 0 : (a ?? 0n) < (b ?? 0n) ? -1 : 1
}
