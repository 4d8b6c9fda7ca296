import { Command } from 'commander'
import { topicTable } from '../../kafka/topics.ts'
import { commandContext } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { type DeadLetter, type LetterFilter, parsePosition } from '../dead-letters.ts'
import { type FilterFlags, filterOf } from '../letter-filters.ts'
import { letterLine } from '../letter-text.ts'
import { replayDeadLetters } from '../replay.ts'
import { tally } from '../tally.ts'
import type { Terminal } from '../terminal.ts'

interface ReplayFlags extends FilterFlags {
  all?: boolean
  dryRun?: boolean
}

/** `tda dlq replay`: events that failed, once more. */
export function replayCommand(terminal: Terminal): Command {
  return new Command('replay')
    .description('send the events of dead letters to their topic again; those of publications are not replayed')
    .argument('[position...]', 'partition:offset of each, as in the list')
    .option('--all', 'every dead letter')
    .option('--dry-run', 'show which, and send nothing')
    .action(async (positions: string[], flags: ReplayFlags, command: Command) => {
      const filters = filtersOf(positions, flags, terminal.now())
      const { settings, answer, recording } = commandContext(terminal, command)
      const isDryRun = flags.dryRun ?? false
      const counts = { replayed: 0, refused: 0 }
      const run = async (onReplayed: (letters: readonly DeadLetter[]) => void) => {
        for (const filter of filters) {
          const found = await replayDeadLetters(kafkaOf(settings()), {
            ...{ topics: topicTable(settings().KAFKA_TOPIC_PREFIX), filter, isDryRun, onReplayed },
            onRefused: (letter, why) => terminal.tell(`${letter.position} is not replayed: ${why}`),
            signal: terminal.interruption(),
          })
          counts.replayed += found.replayed
          counts.refused += found.refused
        }
      }
      if (isDryRun) {
        const found: DeadLetter[] = []
        await askingKafka(settings(), () => run((letters) => void found.push(...letters)))
        for (const letter of found) await answer(letter, [letterLine(letter)])
        return terminal.tell(`${counts.replayed} would be replayed, ${counts.refused} not.`)
      }
      await recording('dlq replay', async (record) => {
        const replayed = tally<string | null>()
        try {
          await askingKafka(settings(), () =>
            run((letters) => replayed.add(letters.map(({ organization }) => organization))),
          )
        } finally {
          for (const [organization, rows] of replayed.counts())
            record({ organization, rows, parameters: { ...flags, positions } })
        }
      })
      terminal.tell(`${counts.replayed} replayed, ${counts.refused} not.`)
      await answer(counts)
      if (counts.refused > 0 && positions.length > 0)
        throw new Error(`${counts.refused} of the named dead letters cannot be replayed`)
    })
}

/** Nothing is replayed by an oversight: what to replay is said. */
function filtersOf(positions: string[], flags: ReplayFlags, now: Date): LetterFilter[] {
  const filter = filterOf(flags, now)
  if (positions.length > 0) return positions.map((position) => ({ ...filter, range: parsePosition(position) }))
  const isSaid = flags.all || flags.reason || flags.organization || flags.since
  if (!isSaid) throw new Error('Say what to replay: positions, --reason, --organization, --since, or --all')
  return [filter]
}
