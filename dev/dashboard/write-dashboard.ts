import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../runtime/folders.ts'
import { dashboard, dashboardFile } from './dashboard.ts'

writeFileSync(join(projectFolder, dashboardFile), `${JSON.stringify(dashboard(), null, 2)}\n`)
