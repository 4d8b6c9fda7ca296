import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mappingSchema } from './mapping-schema.ts'

writeFileSync(join(import.meta.dirname, '../mappings/mapping.json'), `${JSON.stringify(mappingSchema(), null, 2)}\n`)
