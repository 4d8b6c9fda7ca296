import { rmSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { formats } from '../../api/exports/formats/index.ts'
import { type Row, SharedCells } from '../../api/exports/formats/row.ts'
import { localStorage } from '../../api/exports/storage/local-storage.ts'
import { writeFile } from '../../api/exports/write-file.ts'
import { exportColumns } from '../../schemas/exports/export-columns.ts'
import { ExportFormat } from '../../schemas/exports/export-formats.ts'

/** One run of `measure-formats.ts`, in a process of its own: `node write-formats.ts FORMAT ROWS FOLDER`. */
const [, , given, count, folder = ''] = process.argv
const format = ExportFormat.parse(given)
const rows = Number(count)
const SKUS = 20
const LINES = 50

/** Rows of `bom_yields` as a BOM has them: the SKUs and the lines of a style share cells, and each row has own keys. */
async function* parts(): AsyncGenerator<readonly Row[]> {
  for (let style = 0, made = 0; made < rows; style += 1) {
    const part = rowsOfStyle(style).slice(0, rows - made)
    made += part.length
    yield part
  }
}

function rowsOfStyle(style: number): Row[] {
  const lines = Array.from({ length: LINES }, (_, line) => ({
    start: new SharedCells([`line-${line}`, line * 10, 'fabric', `placement ${line}`, `MT-${style * 7 + line}`]),
    middle: new SharedCells([`WB-${line}`, `SUP-${line}`, `Größe Weaving ${line}`]),
    amounts: new SharedCells([
      ...[`${line}.1051`, '6.5', 'on_net', `${line}.${style}769315`, 1, 'MTR'],
      ...[`${line}.1051`, `${line}.${style}769315`, 'MTR'],
    ]),
    end: new SharedCells(['actual', true]),
  }))
  return Array.from({ length: SKUS }, (_, sku) => {
    const ofSku = new SharedCells([`QM-${style}`, `QM-${style}-BLK-${sku}`, 'BLK', String(sku)])
    return lines.map(({ start, middle, amounts, end }, line): Row => {
      const key = `62a848e5-908b-5be5-bbce-37c867f3fb30.${style}.${sku}.${line}`
      return ['3f1c9c0e-4b0a-4a53-9a51-6f0f7b7f2d10', key, ofSku, start, null, middle, amounts, end]
    })
  }).flat()
}

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const before = process.memoryUsage().rss
const begun = performance.now()
const storage = localStorage(folder)
const draft = await storage.create({ organization: 'bench', exportId: 'formats', fence: 1, format })
const contents = { columns: exportColumns.bom_yields, parts: parts(), hasByteOrderMark: false }
const written = await writeFile(formats[format], contents, draft, new AbortController().signal, async () => {})
await draft.publish()
const seconds = (performance.now() - begun) / 1000
const growth = process.resourceUsage().maxRSS * 1024 - before
console.log(JSON.stringify({ ...written, seconds, growth, longestMs: delay.max / 1e6 }))
rmSync(folder, { recursive: true, force: true })
