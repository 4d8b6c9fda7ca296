import { z } from 'zod'
import { Timestamp } from './common.ts'

/**
 * One record of the audit trail: a protected request or tool call, refused ones included, a minute's count of failed
 * authentications of one address, or a change made by an operator. It never holds a secret.
 */
export const AuditRecord = z.object({
  id: z.guid().meta({ description: 'Unique; what is delivered twice after a crash or an outage has the same id.' }),
  time: Timestamp,
  requestId: z.guid().nullable(),
  correlationId: z.guid().nullable(),
  organization: z.string().nullable(),
  credentialId: z.string().nullable(),
  operator: z.string().nullable().meta({ description: 'Who ran the command-line tool.' }),
  address: z.string().nullable().meta({ description: 'Of failed authentications.' }),
  region: z.string(),
  interface: z.enum(['rest', 'mcp', 'cli']),
  operation: z.string().nullable().meta({ description: 'Operation id, tool or command; null when no route matched.' }),
  parameters: z.record(z.string(), z.unknown()),
  status: z.int(),
  code: z.string().nullable().meta({ description: 'Problem code.' }),
  rows: z.int().nullable(),
  durationMs: z.number().nullable(),
  count: z.int().min(1).meta({ description: 'How many this record stands for.' }),
  mcp: z
    .object({
      method: z.string().meta({ description: 'JSON-RPC method; `other` for one that the service does not know.' }),
      protocolVersion: z.string().nullable().meta({ description: 'As the client named it.' }),
      client: z.object({ name: z.string(), version: z.string() }).nullable(),
      resultBytes: z.int().nullable().meta({ description: 'Bytes of the JSON-RPC answer; null when there was none.' }),
      isError: z.boolean().meta({ description: 'True for a tool result that tells of an error.' }),
      rpcError: z.int().nullable().meta({ description: 'Code of a JSON-RPC error.' }),
    })
    .optional()
    .meta({ description: 'Of requests to /mcp that were read.' }),
})
export type AuditRecord = z.infer<typeof AuditRecord>
