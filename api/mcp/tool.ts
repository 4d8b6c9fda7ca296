import type { Operation } from '../operation.ts'

/** One tool: what a model reads, and the operation that does the work. Everything else follows from the operation. */
export interface Tool {
  name: string
  title: string
  description: string
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
  operation: Operation
}

/** Annotations of a tool that reads the caller's own data. */
export const reads: Tool['annotations'] = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Annotations of a tool that makes something new at every call. */
export const adds: Tool['annotations'] = { ...reads, readOnlyHint: false, idempotentHint: false }
