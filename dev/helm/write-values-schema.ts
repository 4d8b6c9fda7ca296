import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../runtime/folders.ts'
import { valuesSchema, valuesSchemaFile } from './values-schema.ts'

writeFileSync(join(projectFolder, valuesSchemaFile), `${JSON.stringify(valuesSchema(), null, 2)}\n`)
