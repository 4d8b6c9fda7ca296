import type { z } from 'zod'
import { fieldsArgument, outputWithFields, type RowFields, rowFieldsOf } from './row-fields.ts'
import type { Tool } from './tools.ts'

/** What a tool takes and answers: its operation's input and output, and `fields` where it reads rows. */
export interface ToolContract {
  input: z.ZodObject
  output: z.ZodType
  /** Null for a tool without `fields`. */
  rows: RowFields | null
}

const known = new WeakMap<Tool, ToolContract>()

/** The contract of a tool, made once. */
export function contractOf(tool: Tool): ToolContract {
  const found = known.get(tool)
  if (found) return found
  const made = makeContract(tool)
  known.set(tool, made)
  return made
}

function makeContract({ operation, annotations, isCompact = false, ...tool }: Tool): ToolContract {
  const rows = rowFieldsOf(operation)
  const input = tool.input ?? operation.input
  if (!rows) return { input, output: operation.output, rows }
  const output = outputWithFields(operation.output, rows)
  if (!annotations.readOnlyHint) return { input, output, rows: null }
  return { input: input.extend({ fields: fieldsArgument(rows, isCompact) }), output, rows }
}
