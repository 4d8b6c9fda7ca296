import { Command } from 'commander'
import { topicTable } from '../../kafka/topics.ts'
import { commandContext } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { type DeadLetter, findDeadLetter, readDeadLetters } from '../dead-letters.ts'
import { type FilterFlags, filterOf, withFilters } from '../letter-filters.ts'
import { letterJson, letterLine, letterText } from '../letter-text.ts'
import type { Terminal } from '../terminal.ts'
import { replayCommand } from './replay.ts'

/** `tda dlq`: what the projectors put aside. */
export function dlqCommand(terminal: Terminal): Command {
  const group = new Command('dlq').description('list, show and replay dead letters')
  group.addCommand(withFilters(listCommand(terminal)))
  group.addCommand(showCommand(terminal))
  group.addCommand(withFilters(replayCommand(terminal)))
  return group
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('list dead letters, oldest first in each partition')
    .action(async (flags: FilterFlags, command: Command) => {
      const { settings, answer } = commandContext(terminal, command)
      const topic = topicTable(settings().KAFKA_TOPIC_PREFIX).dlq.name
      const filter = filterOf(flags, terminal.now())
      const onLetter = (letter: DeadLetter) => answer(letter, [letterLine(letter)])
      await askingKafka(settings(), () => readDeadLetters(kafkaOf(settings()), topic, filter, onLetter))
    })
}

function showCommand(terminal: Terminal): Command {
  return new Command('show')
    .description('show one dead letter with its headers and its value, as it came')
    .argument('<position>', 'partition:offset, as in the list')
    .action(async (position: string, _flags: object, command: Command) => {
      const { settings, answer } = commandContext(terminal, command)
      const topic = topicTable(settings().KAFKA_TOPIC_PREFIX).dlq.name
      const { record } = await askingKafka(settings(), () => findDeadLetter(kafkaOf(settings()), topic, position))
      await answer(letterJson(position, record), letterText(record))
    })
}
