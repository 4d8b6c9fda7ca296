import { type Command, Option } from 'commander'
import { DeadReason } from '../../schemas/records/record-events.ts'
import { parseTime } from '../output/durations.ts'
import type { DeadLetterFilter } from './dead-letters.ts'

export interface FilterFlags {
  reason?: DeadReason
  organization?: string
  since?: string
}

/** Adds the options that filter dead letters. */
export function withFilters(command: Command): Command {
  return command
    .addOption(new Option('--reason <reason>', 'Only dead letters with this reason.').choices(DeadReason.options))
    .option('--organization <key>', 'Only dead letters of this organization, or that name it.')
    .option(
      '--since <when>',
      'Only dead letters written since this time: a duration such as 24h, or an ISO 8601 date or time.',
    )
}

/** Converts these options to a filter. @throws Error when a time is not valid */
export function filterOf({ reason, organization, since }: FilterFlags, now: Date): DeadLetterFilter {
  return { reason, organization, since: since === undefined ? undefined : parseTime(since, now) }
}
