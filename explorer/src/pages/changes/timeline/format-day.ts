/** A day in the reader's zone, as `12 Sep 2026`. */
export function formatDay(value: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(value))
}
