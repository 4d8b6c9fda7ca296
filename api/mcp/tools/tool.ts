import type { z } from 'zod'
import type { Context } from '../../core/context.ts'
import type { Operation } from '../../core/operation.ts'
import { fieldsArgument, type RowFields, rowFieldsOf } from './row-fields.ts'

/** What a model reads of a tool, and the operation that does the work. Everything else follows from the operation. */
export interface ToolDefinition {
  name: string
  title: string
  description: string
  operation: Operation
  /** By default those of a tool that reads the caller's own data. */
  annotations?: typeof reads
  /** What a model should know before the first call, for the instructions of the server. */
  advice?: string
  /** What to try when nothing matches, by the argument that it is about. */
  hints?: Readonly<Record<string, string>>
  /** The arguments, where the input of the operation says less about them. */
  input?: z.ZodObject
  /**
   * The input of the operation, from arguments that say it in another way.
   * @throws ApiError also ambiguous_reference
   */
  resolve?(given: Record<string, unknown>, context: Context): Promise<Record<string, unknown>>
  /** What the tool shows in the place of a response of its operation. */
  present?(response: unknown, baseUrl: string): Record<string, unknown>
}

/** A tool as it is served. */
export interface Tool extends ToolDefinition {
  annotations: typeof reads
  /** The arguments: the input of its operation, and `fields` where it reads rows. */
  input: z.ZodObject
  /** Null for a tool without `fields`. */
  rows: RowFields | null
  /** Whether rows are compact unless `fields` asks for others. */
  isCompact: boolean
  /** The operation with the arguments of the tool as its input, so that they are checked once, all together. */
  callable: Operation
}

/** Annotations of a tool that reads the caller's own data. */
const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** Annotations of a tool that makes something new at every call. */
export const adds: typeof reads = { ...reads, readOnlyHint: false, idempotentHint: false }

/** Says how a list continues. */
export const pages = 'Pass links.next as cursor until it is null.'

/** Ends the description of a tool whose pages can be too long. */
export const pagination = `${pages} meta.truncatedBy "size": cut at 40,000 characters.`

/** Makes a tool of its definition and its operation. */
export function toolOf(definition: ToolDefinition, isCompact = true): Tool {
  const { operation, annotations = reads } = definition
  const rows = annotations.readOnlyHint ? rowFieldsOf(operation) : null
  const own = definition.input ?? operation.input
  const input = rows ? own.extend({ fields: fieldsArgument(rows, isCompact) }) : own
  return { ...definition, annotations, input, rows, isCompact, callable: withInput(definition, input) }
}

function withInput({ operation, resolve }: ToolDefinition, input: z.ZodObject): Operation {
  const handle: Operation['handle'] = async ({ fields: _fields, ...given }, context) =>
    operation.handle(resolve ? await resolve(given, context) : given, context)
  const problems = [...(operation.problems ?? []), ...(resolve ? (['ambiguous_reference'] as const) : [])]
  return { ...operation, input, handle, problems }
}
