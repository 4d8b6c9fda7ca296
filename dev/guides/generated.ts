import { demoValues } from './demo-values.ts'
import { fillBlocks } from './fill-blocks.ts'
import { fillValues } from './fill-values.ts'

const values = demoValues()

/** A page with everything that `npm run generate` fills in: values of the demo, tables, and example files. */
export function generated(markdown: string): Promise<string> {
  return fillBlocks(fillValues(markdown, 'demo', values))
}
