/** How many events of a topic there are, and how many of them have been applied. */
interface Count {
  total: number
  done: number
}

export interface Loaded {
  records: Count
  bom: Count
  elapsedMs: number
}

/** A style with all its lines takes about as long as this many records. */
const RECORDS_PER_STYLE = 12
/** Before that an estimate says nothing. */
const ESTIMATE_AFTER_MS = 5000

/** Such as `Loading the rest of the demo: 9,100 of 19,212 events after 52 s, about 40 s left.` */
export function loadText(what: string, { records, bom, elapsedMs }: Loaded): string {
  const [total, done] = [records.total + bom.total, records.done + bom.done]
  const [work, worked] = [workOf(records.total, bom.total), workOf(records.done, bom.done)]
  const leftMs = (elapsedMs * (work - worked)) / worked
  const estimate =
    worked > 0 && elapsedMs >= ESTIMATE_AFTER_MS && worked < work ? `, about ${seconds(leftMs)} s left` : ''
  return `Loading ${what}: ${count(done)} of ${count(total)} events after ${seconds(elapsedMs)} s${estimate}.`
}

const workOf = (records: number, styles: number) => records + RECORDS_PER_STYLE * styles
const seconds = (ms: number) => Math.ceil(ms / 1000)
const count = (value: number) => value.toLocaleString('en-US')
