import { type Command, Option } from 'commander'
import { DeadReason } from '../../schemas/records/record-events.ts'
import { parseTime } from '../output/durations.ts'
import type { DeadLetterFilter } from './dead-letters.ts'

export interface FilterFlags {
  reason?: DeadReason
  organization?: string
  subject?: string
  eventId?: string
  since?: string
}

/** Adds the options that filter dead letters. */
export function withFilters(command: Command): Command {
  return command
    .addOption(new Option('--reason <reason>', 'Only dead letters with this reason.').choices(DeadReason.options))
    .option('--organization <key>', 'Only dead letters of this organization, or that name it.')
    .option('--subject <subject>', 'Only dead letters of events with this subject, such as a snapshot ID.')
    .option('--event-id <id>', 'Only dead letters of events with this ID.')
    .option(
      '--since <when>',
      'Only dead letters written since this time: a duration such as 24h, or an ISO 8601 date or time.',
    )
}

/** Converts these options to a filter. @throws Error when a time is not valid */
export function filterOf({ since, ...exact }: FilterFlags, now: Date): DeadLetterFilter {
  const { reason, organization, subject, eventId } = exact
  return { reason, organization, subject, eventId, since: since === undefined ? undefined : parseTime(since, now) }
}
