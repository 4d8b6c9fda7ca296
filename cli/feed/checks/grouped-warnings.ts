import type { EventWarning } from '../../../domain/events/event-warnings.ts'

/** A warning with the number of events that have it, and the line and the value of the first one. */
export interface GroupedWarning extends EventWarning {
  line: number
  events: number
}

/** The most different warnings that are kept. An event may have any names of fields. */
const MOST_GROUPS = 1000

/** The warnings of a file: one for each field of an event type. */
export class GroupedWarnings {
  readonly #groups = new Map<string, GroupedWarning & { lastLine: number }>()

  add(line: number, warnings: readonly EventWarning[]): void {
    for (const warning of warnings) {
      const key = [warning.type, warning.field, warning.reason].join('\n')
      const group = this.#groups.get(key)
      if (!group && this.#groups.size < MOST_GROUPS)
        this.#groups.set(key, { ...warning, line, events: 1, lastLine: line })
      if (!group || group.lastLine === line) continue
      group.events += 1
      group.lastLine = line
    }
  }

  all(): GroupedWarning[] {
    return [...this.#groups.values()].map(({ lastLine, ...group }) => group)
  }
}

const MOST_NAME = 200

export function warningText({ type, field, text, detail, line, events }: GroupedWarning): string {
  const value = text === null ? '' : `${text.slice(0, MOST_NAME)} `
  const where = events === 1 ? `line ${line}` : `${events} events, first in line ${line}`
  return `warning: ${type}: ${field.slice(0, MOST_NAME)}: ${value}${detail} (${where})`
}
