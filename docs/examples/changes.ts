// Node 22.18 and later run this file as it is. With Node 20, use the Node that `npm ci` installs:
// node_modules/.bin/node docs/examples/changes.ts
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ApiProblem, createClient } from '@tenant-data/client'

const { BASE_URL = '', TOKEN = '' } = process.env
const client = createClient({ baseUrl: BASE_URL, token: TOKEN })

try {
  // All changes between the two latest snapshots, page after page.
  let changes = 0
  for await (const { style, sku, yieldDirection } of client.listBomYieldChanges()) {
    if (yieldDirection === 'not_comparable') console.warn(`${style} ${sku} cannot be compared`)
    changes += 1
  }

  // The same changes as a file. The client compares its checksum with that of the export.
  const { data: created } = await client.createExport({ kind: 'bom_yield_changes' })
  const job = await client.waitForExport(created.exportId, { timeoutMs: 600_000 })
  await pipeline(await client.readExport(job.exportId), createWriteStream('changes.csv'))
  console.log('The file has every change:', job.rowCount === changes)

  await client.getEntity({ entityId: '00000000-0000-5000-8000-000000000000' })
} catch (error) {
  if (!(error instanceof ApiProblem)) throw error
  console.log(`${error.code}: ${error.recovery}`)
}
