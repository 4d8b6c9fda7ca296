import { z } from 'zod'

const Id = z.union([z.string(), z.int()]).meta({ description: 'ID of the request: a string or an integer.' })
const version = z.literal('2.0').meta({ description: 'Version of JSON-RPC.' })

/** One JSON-RPC 2.0 message to MCP: a request, or a notification if it has no ID. */
export const McpRequest = z
  .strictObject({
    jsonrpc: version,
    id: Id.optional().meta({
      description:
        'ID of the request, which the response repeats. A message without an ID is a notification and has no response.',
    }),
    method: z.string().meta({ description: 'Method, such as `initialize`, `tools/list`, or `tools/call`.' }),
    params: z.looseObject({}).optional().meta({ description: 'Parameters of the method.' }),
  })
  .meta({ id: 'McpRequest', description: 'One JSON-RPC 2.0 message. Batches are rejected.' })

/** The JSON-RPC 2.0 response: a result, or an error. */
export const McpResponse = z
  .looseObject({
    jsonrpc: version,
    id: z.union([Id, z.null()]).optional().meta({ description: 'ID of the request. Null if it could not be read.' }),
    result: z.looseObject({}).optional().meta({ description: 'Result of the method. Absent if there is an error.' }),
    error: z
      .looseObject({
        code: z.int().meta({ description: 'JSON-RPC error code.' }),
        message: z.string().meta({ description: 'What went wrong, and what to do.' }),
        data: z.unknown().optional().meta({ description: 'Details, such as the Problem in `problem`.' }),
      })
      .optional()
      .meta({ description: 'Error of the request. Absent if there is a result.' }),
  })
  .meta({ id: 'McpResponse', description: 'A JSON-RPC 2.0 response: a result, or an error.' })
