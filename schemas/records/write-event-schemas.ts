import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventSchemas } from './event-schemas.ts'

const folder = join(import.meta.dirname, '../events')
const schemas = eventSchemas()

mkdirSync(folder, { recursive: true })
for (const file of readdirSync(folder)) if (!schemas.has(file)) rmSync(join(folder, file))
for (const [file, schema] of schemas) writeFileSync(join(folder, file), `${JSON.stringify(schema, null, 2)}\n`)
