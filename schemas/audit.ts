import { z } from 'zod'
import { Timestamp } from './common.ts'
import { described } from './described.ts'
import { enumOf } from './enum-of.ts'

/**
 * A record of the audit trail: a protected request or tool call, whether accepted or rejected; the number of failed
 * authentications of an address in a minute; or a change by an operator. It never contains a secret.
 */
export const AuditRecord = z.object({
  id: z.guid().meta({ description: 'Unique ID. A record that is delivered twice after an outage has the same ID.' }),
  time: described(Timestamp, 'Time of the request, or of the change.'),
  requestId: z.guid().nullable().meta({ description: 'ID of the request. Null for the command line and for counts.' }),
  correlationId: z
    .guid()
    .nullable()
    .meta({ description: 'Correlation ID of the request. Null if there is no request.' }),
  organization: z.string().nullable().meta({ description: 'Key of the organization. Null if there is none.' }),
  credentialId: z.string().nullable().meta({ description: 'Key ID of the credential. Null if there is none.' }),
  operator: z
    .string()
    .nullable()
    .meta({ description: 'Operator who used the command line or a support token. Null for other requests.' }),
  address: z.string().nullable().meta({ description: 'IP address of failed authentications. Null for other records.' }),
  region: z.string().meta({ description: 'Region of the service.' }),
  interface: enumOf(
    { rest: 'REST API', mcp: 'MCP server', cli: 'command line' },
    { description: 'Interface that was used.' },
  ),
  operation: z.string().nullable().meta({ description: 'Operation ID, tool, or command. Null if no route matched.' }),
  parameters: z
    .record(z.string(), z.unknown())
    .meta({ description: 'Parameters of the request, without secrets and without values of unknown parameters.' }),
  status: z.int().meta({ description: 'HTTP status of the response.' }),
  code: z.string().nullable().meta({ description: 'Problem code. Null for a success.' }),
  rows: z.int().nullable().meta({ description: 'Number of rows in the response. Null if it has none.' }),
  durationMs: z.number().nullable().meta({ description: 'Duration in milliseconds. Null if it was not measured.' }),
  count: z.int().min(1).meta({ description: 'Number of events that the record stands for.' }),
  mcp: z
    .object({
      method: z.string().meta({ description: 'JSON-RPC method. `other` for a method that the service does not know.' }),
      protocolVersion: z
        .string()
        .nullable()
        .meta({ description: 'Protocol version that the client named. Null if it named none.' }),
      client: z
        .object({
          name: z.string().meta({ description: 'Name of the client.' }),
          version: z.string().meta({ description: 'Version of the client.' }),
        })
        .nullable()
        .meta({ description: 'Client as it identified itself. Null if it did not.' }),
      resultBytes: z
        .int()
        .nullable()
        .meta({ description: 'Size of the JSON-RPC response in bytes. Null if there was none.' }),
      isError: z.boolean().meta({ description: 'Whether the tool result is an error.' }),
      rpcError: z.int().nullable().meta({ description: 'Code of the JSON-RPC error. Null if there was none.' }),
    })
    .optional()
    .meta({ description: 'Details of a request to `/mcp`. Absent for other records.' }),
})
export type AuditRecord = z.infer<typeof AuditRecord>
