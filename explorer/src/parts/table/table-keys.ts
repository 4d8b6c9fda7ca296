/** The row that a key leads to, or null for a key that leads nowhere. `page` is how many rows are in sight. */
export function nextRow(key: string, current: number, count: number, page: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + page,
    PageUp: current - page,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  return next === undefined ? null : Math.max(0, Math.min(count - 1, next))
}
