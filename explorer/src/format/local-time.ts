/** A time of the API as a field for local times has it, in the reader's zone; empty for what is no time. */
export function toLocalInput(value: string | undefined): string {
  const time = new Date(value ?? '')
  if (Number.isNaN(time.getTime())) return ''
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString()
  return local.replace(/(?::00)?\.000Z$|Z$/, '')
}

/** The reverse, as the API takes it; undefined for what is no time. */
export function fromLocalInput(text: string | undefined): string | undefined {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
