import { relative, resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { Mapping } from '../../../schemas/imports/mapping.ts'
import { commandContext, withExamples } from '../../command-context.ts'
import { openInput } from '../../feed/event-lines.ts'
import type { Terminal } from '../../output/terminal.ts'
import { proposeMapping } from './propose-mapping.ts'
import { sniffTable } from './sniff-table.ts'

interface InitFlags {
  type: Mapping['type']
  organization: string
  source: string
}

const types = Mapping.options.map(({ shape }) => [...shape.type.values][0] as Mapping['type'])
const schemaFile = resolve(import.meta.dirname, '../../../schemas/mappings/mapping.json')

/** Enough of a file to see its format. */
const SAMPLE_BYTES = 1024 * 1024

/** `tda import init`: proposes a mapping from the header and the first rows of a table. */
export function importInitCommand(terminal: Terminal): Command {
  const command = new Command('init')
    .description('Propose a mapping from the header and the first rows of a CSV file.')
    .argument('<file>', 'CSV file. Use - for standard input.')
    .requiredOption('--type <type>', `Kind of the records: ${types.join(', ')}.`, typeOf)
    .requiredOption('--organization <key>', 'Key of the organization.')
    .option('--source <source>', 'Source of the events: the system and its instance.', '/plm/main')
    .action(async (file: string, options: InitFlags, command: Command) => {
      const { print } = commandContext(terminal, command)
      const table = await sniffTable(await beginningOf(openInput(file, process.stdin)))
      if (table.columns.length < 2)
        throw new Error(`${file} has no header line with several columns. Check that it is CSV`)
      const schema = relative(process.cwd(), schemaFile)
      const mapping = proposeMapping(table, options).replace('MAPPING_SCHEMA', schema)
      await print({ mapping }, mapping.trimEnd().split('\n'))
    })
  return withExamples(command, 'tda import init --type material --organization quillmere materials.csv')
}

function typeOf(text: string): Mapping['type'] {
  const found = types.find((type) => type === text)
  if (!found) throw new InvalidArgumentError(`It must be one of ${types.join(', ')}.`)
  return found
}

async function beginningOf(input: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= SAMPLE_BYTES) break
  }
  return Buffer.concat(chunks)
}
