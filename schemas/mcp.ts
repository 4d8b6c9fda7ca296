import { z } from 'zod'

const Id = z.union([z.string(), z.int()])
const version = z.literal('2.0').meta({ description: 'The version of JSON-RPC.' })

/** One JSON-RPC 2.0 message to MCP: a request, or a notification when it has no id. */
export const McpRequest = z
  .strictObject({
    jsonrpc: version,
    id: Id.optional().meta({ description: 'Comes back with the answer; a message without it gets none.' }),
    method: z.string().meta({ description: 'For example `initialize`, `tools/list` or `tools/call`.' }),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpRequest', description: 'One JSON-RPC 2.0 message. A batch is refused.' })

/** The JSON-RPC 2.0 answer: a result, or an error. */
export const McpResponse = z
  .looseObject({
    jsonrpc: version,
    id: z.union([Id, z.null()]).optional(),
    result: z.looseObject({}).optional(),
    error: z.looseObject({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
  })
  .meta({ id: 'McpResponse', description: 'A JSON-RPC 2.0 answer: a result, or an error.' })
