/** A fault of a line, with what it is about. */
export interface LineFault {
  line: number
  reason: string
  detail: string
  organization?: string
  style?: string | null
  eventId?: string
  snapshotId?: string
}

interface Group {
  first: LineFault
  lines: number[]
  count: number
}

const MOST_GROUPS = 20
const MOST_LINES = 5

/**
 * The faults of a file, for people: equal faults are one line of text with their number and the first of their lines.
 * Memory use does not depend on the number of faults.
 */
export class GroupedFaults {
  readonly #groups = new Map<string, Group>()
  #others = 0

  add(fault: LineFault): void {
    const key = [fault.reason, fault.snapshotId ?? '', fault.detail].join('\n')
    const group = this.#groups.get(key)
    if (!group && this.#groups.size >= MOST_GROUPS) {
      this.#others += 1
      return
    }
    if (!group) this.#groups.set(key, { first: fault, lines: [fault.line], count: 1 })
    else {
      group.count += 1
      if (group.lines.length < MOST_LINES) group.lines.push(fault.line)
    }
  }

  /** Each different fault as a text, with the line where it occurred first. */
  texts(): { line: number; text: string }[] {
    const texts = [...this.#groups.values()].map((group) => ({ line: group.first.line, text: textOf(group) }))
    if (this.#others === 0) return texts
    return [...texts, { line: Number.POSITIVE_INFINITY, text: `and ${this.#others} more of other kinds` }]
  }
}

/** A fault of one line as a text. */
export function faultText(fault: LineFault): string {
  return textOf({ first: fault, lines: [fault.line], count: 1 })
}

function textOf({ first, lines, count }: Group): string {
  const others = count - lines.length
  const where =
    count === 1 ? `line ${first.line}` : `lines ${lines.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
  const about = aboutOf(first)
  const whose = about === '' ? '' : ` (${count === 1 ? '' : 'first: '}${about})`
  return `${where}: ${first.reason}: ${first.detail}${whose}`
}

function aboutOf({ style, eventId, snapshotId }: LineFault): string {
  const parts = [
    ...(style ? [`style ${style}`] : []),
    ...(eventId === undefined ? [] : [`event ${eventId}`]),
    ...(snapshotId === undefined ? [] : [`snapshot ${snapshotId}`]),
  ]
  return parts.join(', ')
}
