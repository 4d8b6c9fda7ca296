import { statSync } from 'node:fs'
import { Command } from 'commander'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { deleteOldBackups, readBackup, writeBackup } from '../backup/backup-file.ts'
import { changesSince } from '../backup/changes-since.ts'
import { readState, restore } from '../backup/restore.ts'
import { commandContext, integerTo, withExamples } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import type { Terminal } from '../output/terminal.ts'
import { planRebuild } from '../rebuild/plan-rebuild.ts'
import { scopeOf } from './rebuild.ts'

/** `tda backup`: keeps what no event contains, and restores it. */
export function backupCommand(terminal: Terminal): Command {
  const group = new Command('backup')
    .description('Back up and restore what no event contains: organizations, tokens, and settings of sources.')
    .addCommand(createCommand(terminal))
    .addCommand(restoreCommand(terminal))
  return withExamples(group, 'tda backup create --to backups --keep 48')
}

function createCommand(terminal: Terminal): Command {
  const create = new Command('create')
    .description(
      'Write a backup to a folder. Neo4j keeps running. It contains hashes of tokens, and no data of events.',
    )
    .requiredOption('--to <folder>', 'Existing folder.')
    .option('--keep <backups>', 'Delete all but this number of backups in the folder.', integerTo(100_000))
    .action(async ({ to, keep }: { to: string; keep?: number }, command: Command) => {
      const { reading, print, settings } = commandContext(terminal, command)
      if (!statSync(to, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`There is no folder ${to}`)
      const backup = await reading((graph) => readState(graph, settings().DATA_REGION, terminal.now()))
      const file = await writeBackup(to, backup)
      const deleted = keep === undefined ? [] : await deleteOldBackups(to, keep)
      terminal.tell(`Wrote ${backup.nodes.length} entries, and deleted ${deleted.length} older backups.`)
      await print({ file, nodes: backup.nodes.length, deleted }, [file])
    })
  return withExamples(create, 'tda backup create --to backups', 'tda backup create --to backups --keep 48')
}

function restoreCommand(terminal: Terminal): Command {
  const command = new Command('restore')
    .description('Restore a backup into a new graph, which the projectors then rebuild from Kafka.')
    .argument('<file>', 'File that `tda backup create` has written.')
    .option(
      '--accept-gap',
      'Proceed even if the oldest events are no longer in the topic. Data from those events is lost.',
    )
    .action(async (file: string, { acceptGap = false }: { acceptGap?: boolean }, command: Command) => {
      const { changing, print, settings } = commandContext(terminal, command)
      const backup = await readBackup(file)
      const { DATA_REGION: region } = settings()
      if (backup.region !== region)
        throw new Error(`The backup belongs to region ${backup.region}, and DATA_REGION is ${region}`)
      const audit = topicTable(settings().KAFKA_TOPIC_PREFIX).audit.name
      const since = new Date(backup.createdAt)
      const later = await askingKafka(settings(), () => changesSince(kafkaOf(settings()), audit, since))
      const restored = await changing('backup restore', async (graph, record) => {
        const scope = scopeOf({ settings }, acceptGap)
        const plan = () => askingKafka(settings(), () => planRebuild(graph, kafkaOf(settings()), scope))
        const done = await restore(graph, backup, { groupId: scope.groupId, plan, later })
        const { remaining, ...counts } = done
        record({
          organization: null,
          rows: backup.nodes.length,
          parameters: { createdAt: backup.createdAt, ...counts },
        })
        return done
      })
      const { organizations, credentials, records, applied, remaining } = restored
      terminal.tell(`Restored ${organizations} organizations and ${credentials} tokens of ${backup.createdAt}.`)
      terminal.tell(`The projectors replay ${records} events. Reads return 503 \`rebuilding\` until they finish.`)
      terminal.tell(
        `Applied ${applied} later changes that take access away. Make these ${remaining.length} changes again:`,
      )
      await print(
        restored,
        remaining.map((one) =>
          [
            one.time,
            one.operation,
            one.organization ?? '',
            one.credentialId ?? '',
            JSON.stringify(one.parameters),
          ].join(' '),
        ),
      )
    })
  return withExamples(command, 'tda backup restore backups/tda-backup-20270301T000000Z.jsonl')
}
