import type { z } from 'zod'
import { meaningsIn } from '../../../schemas/enum-of.ts'

/** The meaning of a value of an enumeration. @throws Error for a value that has none */
export function meaningOf(schema: z.ZodType, value: string): string {
  const lines = meaningsIn(schema.meta()?.description ?? '').split('\n')
  const start = `- \`${value}\`: `
  const line = lines.find((one) => one.startsWith(start))
  if (line === undefined) throw new Error(`${value} has no meaning`)
  return line.slice(start.length)
}
