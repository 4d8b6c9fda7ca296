const units: readonly [string, number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
]

/** A span to the second, as `9 d 4 min 20 s`: unlike in other places it is compared with thresholds here. */
export function exactSpan(seconds: number): string {
  let rest = Math.max(0, Math.ceil(seconds))
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count} ${unit}`]
  })
  return parts.length === 0 ? '0 s' : parts.join(' ')
}
