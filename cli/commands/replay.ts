import { Command } from 'commander'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { commandContext, withExamples } from '../command-context.ts'
import { askingKafka } from '../connections.ts'
import { type DeadLetter, type DeadLetterFilter, parsePosition } from '../dead-letters/dead-letters.ts'
import { type FilterFlags, filterOf } from '../dead-letters/filters.ts'
import { replayDeadLetters } from '../dead-letters/replay.ts'
import { deadLetterSource } from '../dead-letters/source.ts'
import { deadLetterColumns } from '../dead-letters/text.ts'
import { counters } from '../output/counters.ts'
import type { Terminal } from '../output/terminal.ts'

interface ReplayFlags extends FilterFlags {
  all?: boolean
  dryRun?: boolean
}

/** `tda dlq replay`: sends rejected events to their topic again. */
export function replayCommand(terminal: Terminal): Command {
  const replay = new Command('replay')
    .description('Send the events of dead letters to their topic again. Events of BOM publications are not replayed.')
    .argument('[position...]', 'Positions of the dead letters as partition:offset, from `tda dlq list`.')
    .option('--all', 'Replay all dead letters.')
    .option('--dry-run', 'List the dead letters that would be replayed, without sending anything.')
    .action(async (positions: string[], flags: ReplayFlags, command: Command) => {
      const filters = filtersOf(positions, flags, terminal.now())
      const { settings, print, list, recording } = commandContext(terminal, command)
      const isDryRun = flags.dryRun ?? false
      const counts = { replayed: 0, refused: 0 }
      const run = async (onReplayed: (deadLetters: readonly DeadLetter[]) => void) => {
        const source = await deadLetterSource(settings(), terminal)
        for (const filter of filters) {
          const found = await replayDeadLetters(source, {
            topics: topicTable(settings().KAFKA_TOPIC_PREFIX),
            filter,
            isDryRun,
            onReplayed,
            onRefused: (deadLetter, why) => terminal.tell(`${deadLetter.position} is not replayed. ${why}`),
            onProgress: terminal.tell,
            signal: terminal.interruption(),
          })
          counts.replayed += found.replayed
          counts.refused += found.refused
        }
      }
      if (isDryRun) {
        const found: DeadLetter[] = []
        await askingKafka(settings(), () => run((deadLetters) => void found.push(...deadLetters)))
        await list(found, deadLetterColumns)
        return terminal.tell(`${counts.replayed} would be replayed, ${counts.refused} would not.`)
      }
      await recording('dlq replay', async (record) => {
        const replayed = counters<string | null>()
        try {
          await askingKafka(settings(), () =>
            run((deadLetters) => replayed.add(deadLetters.map(({ organization }) => organization))),
          )
        } finally {
          for (const [organization, rows] of replayed.counts())
            record({ organization, rows, parameters: { ...flags, positions } })
        }
      })
      terminal.tell(`${counts.replayed} replayed, ${counts.refused} not replayed.`)
      await print(counts)
      if (counts.refused > 0 && positions.length > 0)
        throw new Error(`${counts.refused} of the named dead letters cannot be replayed`)
    })
  return withExamples(replay, 'tda dlq replay --reason invalid_data --since 24h --dry-run', 'tda dlq replay 3:17 3:18')
}

/** Returns the filters of a replay. One must be given, so that events are not replayed by accident. */
function filtersOf(positions: string[], flags: ReplayFlags, now: Date): DeadLetterFilter[] {
  const filter = filterOf(flags, now)
  if (positions.length > 0) return positions.map((position) => ({ ...filter, range: parsePosition(position) }))
  const { all, reason, organization, subject, eventId, since } = flags
  if (!(all || reason || organization || subject || eventId || since))
    throw new Error(
      'Name what to replay: positions, --reason, --organization, --subject, --event-id, --since, or --all',
    )
  return [filter]
}
