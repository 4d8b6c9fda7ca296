import { Command } from 'commander'
import { commandContext, integerTo, withExamples } from '../command-context.ts'
import { askingKafka } from '../connections.ts'
import { findDeadLetter, listDeadLetters, parsePosition } from '../dead-letters/dead-letters.ts'
import { type FilterFlags, filterOf, withFilters } from '../dead-letters/filters.ts'
import { deadLetterSource } from '../dead-letters/source.ts'
import { deadLetterColumns, deadLetterJson, deadLetterText } from '../dead-letters/text.ts'
import type { Terminal } from '../output/terminal.ts'
import { replayCommand } from './replay.ts'

/** `tda dlq`: lists, shows, and replays rejected events. */
export function dlqCommand(terminal: Terminal): Command {
  const group = new Command('dlq').description('List, show, and replay dead letters, which are rejected events.')
  group.addCommand(withFilters(listCommand(terminal)))
  group.addCommand(showCommand(terminal))
  group.addCommand(withFilters(replayCommand(terminal)))
  return withExamples(group, 'tda dlq list --since 24h')
}

const [DEFAULT_LIMIT, MAX_LIMIT] = [100, 10_000]

function listCommand(terminal: Terminal): Command {
  const list = new Command('list')
    .description('List dead letters, newest first.')
    .option(
      '--limit <number>',
      `Maximum number of dead letters, from 1 to ${MAX_LIMIT}.`,
      integerTo(MAX_LIMIT),
      DEFAULT_LIMIT,
    )
    .action(async (flags: FilterFlags & { limit: number }, command: Command) => {
      const { settings, list } = commandContext(terminal, command)
      const filter = filterOf(flags, terminal.now())
      const source = await deadLetterSource(settings(), terminal)
      const { deadLetters, hasMore } = await askingKafka(settings(), () => listDeadLetters(source, filter, flags.limit))
      await list(deadLetters, deadLetterColumns)
      if (hasMore) terminal.tell(`Only the newest ${flags.limit} are shown. Use --limit or a filter to see others.`)
    })
  return withExamples(list, 'tda dlq list --organization quillmere --reason invalid_data --limit 20')
}

function showCommand(terminal: Terminal): Command {
  const show = new Command('show')
    .description('Show one dead letter with its headers and its original value.')
    .argument('<position>', 'Position of the dead letter as partition:offset, from `tda dlq list`.')
    .action(async (position: string, _flags: object, command: Command) => {
      const { settings, print } = commandContext(terminal, command)
      parsePosition(position)
      const source = await deadLetterSource(settings(), terminal)
      const { deadLetter, record } = await askingKafka(settings(), () => findDeadLetter(source, position))
      await print(deadLetterJson(deadLetter, record), deadLetterText(deadLetter, record))
    })
  return withExamples(show, 'tda dlq show 3:17')
}
