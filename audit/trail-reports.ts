import type { Log } from '../kafka/log.ts'

/** Logs each change of state once, so that a long outage makes two log lines and not thousands. */
export interface TrailReports {
  fullness(isFull: boolean, fields: { bytes: number; error?: unknown }): void
  /** Logs whether the last delivery failed. `error` is undefined if it succeeded. */
  delivery(error: unknown): void
  torn(): void
  adopted(path: string): void
}

export function trailReports(log: Log, path: string): TrailReports {
  let wasFull = false
  let wasFailing = false
  return {
    fullness(isFull, { bytes, error }) {
      if (isFull === wasFull) return
      wasFull = isFull
      const fields = { path, bytes, reason: messageOf(error) }
      if (isFull) log.error(fields, 'audit spool full: protected requests are refused until it takes records again')
      else log.info(fields, 'audit spool takes records again')
    },
    delivery(error) {
      const isFailing = error !== undefined
      if (isFailing === wasFailing) return
      wasFailing = isFailing
      if (isFailing) log.warn({ reason: messageOf(error) }, 'audit records wait on disk: Kafka does not take them')
      else log.info({}, 'audit records reach Kafka again')
    },
    torn: () => log.warn({ path }, 'torn audit record skipped, left by a crash or a full disk'),
    adopted: (folder) => log.info({ path: folder }, 'audit spool of a dead process adopted'),
  }
}

/** The message of an error. That of a disk error contains the file and the cause. */
export function messageOf(error: unknown): string | undefined {
  return error instanceof Error ? error.message : undefined
}
