import type { z } from 'zod'
import type { Context } from '../../core/context.ts'
import type { Operation } from '../../core/operation.ts'
import { fieldsArgument, type RowFields, rowFieldsOf } from './row-fields.ts'

/**
 * The description of a tool for models, and its operation. All other properties of the tool are derived from the
 * operation.
 */
export interface ToolDefinition {
  name: string
  title: string
  description: string
  operation: Operation
  /** The MCP annotations. The default is that of a tool that reads the caller's own data. */
  annotations?: typeof reads
  /** What a model should know before the first call. It is added to the instructions of the server. */
  advice?: string
  /** Hints to try if nothing matches, by the argument that each is about. */
  hints?: Readonly<Record<string, string>>
  /** The arguments, if they differ from the input of the operation. */
  input?: z.ZodObject
  /**
   * Converts the arguments to the input of the operation, if they differ.
   * @throws ApiError also ambiguous_reference
   */
  resolve?(given: Record<string, unknown>, context: Context): Promise<Record<string, unknown>>
  /** Formats the response, if the tool does not return the response of the operation unchanged. */
  present?(response: unknown, baseUrl: string): Record<string, unknown>
}

/** A tool with all derived properties. */
export interface Tool extends ToolDefinition {
  annotations: typeof reads
  /** The arguments: the input of the operation, and `fields` if the tool reads rows. */
  input: z.ZodObject
  /** The fields that `fields` can select; null for a tool without `fields`. */
  rows: RowFields | null
  /** Whether rows are compact unless `fields` asks for others. */
  isCompact: boolean
  /** The operation with the tool's arguments as its input, so that all arguments are checked together. */
  callable: Operation
}

/** Annotations of a tool that reads the caller's own data. `idempotentHint` has a meaning only for tools that write. */
const reads = { readOnlyHint: true, destructiveHint: false, openWorldHint: false }

/** Annotations of a tool that creates something at every call. */
export const adds = { ...reads, readOnlyHint: false, idempotentHint: false }

/** The sentence about pagination in descriptions. */
export const pages = 'Pass links.next as cursor until it is null.'

/** The end of the description of a tool whose pages may be shortened. */
export const pagination = `${pages} meta.truncatedBy "size": cut at 40,000 characters.`

/** Derives a tool from its definition. */
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
