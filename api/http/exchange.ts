import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { AuditInterface } from '../../audit/counted-records.ts'
import type { AuditRecord } from '../../schemas/audit.ts'
import type { Problem } from '../../schemas/problem.ts'
import type { Caller } from '../auth/credentials.ts'
import type { Quota } from '../limits/quota.ts'

/** How a problem is written for a caller of another protocol: its body as a value, and the phrase of the status line. */
export type ProblemForm = (problem: Problem) => { body: object; reason: string }

/** One request on its way: what the steps learn about it, for its headers, its log line and its audit record. */
export interface Exchange {
  readonly requestId: string
  readonly correlationId: string
  /** From `traceparent`, when the caller sent one; else of the trace that begins here, where spans are sent. */
  traceId: string | null
  /** Of the monotonic clock, in milliseconds. */
  readonly startedAt: number
  readonly address: string
  /** True once the request has come to what needs a credential; such requests are audited. */
  isProtected: boolean
  caller: Caller | null
  quota: Quota | null
  interface: Extract<AuditInterface, 'rest' | 'mcp'>
  /** Operation id or tool, for logs, metrics and audit; null while none was found. */
  operationId: string | null
  /** The parameters of the request, as far as they were read. */
  parameters: Readonly<Record<string, unknown>>
  /** For a caller who does not read `application/problem+json`; null for all others. */
  problemForm: ProblemForm | null
  /** What only MCP knows of a request; null for others. */
  mcp: AuditRecord['mcp'] | null
  /** What a request that runs out of time was waiting for. */
  waitingFor: 'credential' | 'body' | 'data'
  /** Problem code of the response; undefined before it, null when it is a success. */
  code: string | null | undefined
}

/** What Express carries along with a response. */
export type Locals = { exchange: Exchange }
export type Reply = Response<unknown, Locals>
export type Handler = RequestHandler<Record<string, string | string[]>, unknown, unknown, unknown, Locals>

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}/

type Incoming = Pick<Request, 'headers'> & { ip?: string | undefined }

/** The request id is always made here; the caller's own id counts only as the correlation id, and only as a UUID. */
export function createExchange({ headers, ip }: Incoming): Exchange {
  const requestId = randomUUID()
  const correlationId = headers['x-correlation-id']
  const traceparent = headers.traceparent
  return {
    requestId,
    correlationId: typeof correlationId === 'string' && UUID.test(correlationId) ? correlationId : requestId,
    traceId: (typeof traceparent === 'string' && TRACEPARENT.exec(traceparent)?.[1]) || null,
    startedAt: performance.now(),
    address: ip ?? '',
    isProtected: false,
    caller: null,
    quota: null,
    interface: 'rest',
    operationId: null,
    parameters: {},
    problemForm: null,
    mcp: null,
    waitingFor: 'credential',
    code: undefined,
  }
}
