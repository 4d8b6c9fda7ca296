import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { AuditInterface } from '../../audit/counted-records.ts'
import type { AuditRecord } from '../../schemas/audit.ts'
import type { Problem } from '../../schemas/problem.ts'
import type { Caller } from '../auth/credentials.ts'
import type { Quotas } from '../limits/quota.ts'

/**
 * Formats a problem for a caller of another protocol: the body as a value, and the reason phrase of the status line.
 */
export type ProblemForm = (problem: Problem) => { body: object; reason: string }

/**
 * The state of one request. The steps add what they find out, and its headers, log line, and audit record are made from
 * it.
 */
export interface Exchange {
  readonly requestId: string
  readonly correlationId: string
  /**
   * The trace ID of `traceparent` if the caller sent one. Otherwise that of the trace that starts here, if spans are
   * exported; else null.
   */
  traceId: string | null
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number
  readonly address: string
  /** True once the request has reached the steps that need a credential. Such requests are audited. */
  isProtected: boolean
  caller: Caller | null
  /** Null until the caller is verified. */
  quotas: Quotas | null
  interface: Extract<AuditInterface, 'rest' | 'mcp'>
  /** Operation ID or tool name, for logs, metrics, and audit; null while it is unknown. */
  operationId: string | null
  /** The parameters of the request that have been read so far, for the audit record. */
  parameters: Readonly<Record<string, unknown>>
  /** Set for callers that cannot read `application/problem+json`; null for all others. */
  problemForm: ProblemForm | null
  /** The fields of the audit record that only MCP requests have; null for others. */
  mcp: AuditRecord['mcp'] | null
  /** What the request is waiting for. It determines the problem code if the request times out. */
  waitingFor: 'credential' | 'body' | 'data'
  /** Problem code of the response, null for a success, and undefined before there is a response. */
  code: string | null | undefined
}

/** The `locals` of an Express response. */
export type Locals = { exchange: Exchange }
export type Reply = Response<unknown, Locals>
export type Handler = RequestHandler<Record<string, string | string[]>, unknown, unknown, unknown, Locals>

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}/

type Incoming = Pick<Request, 'headers'> & { ip?: string | undefined }

/**
 * Creates the state of a request. The service always makes the request ID. An ID from the caller is only used as the
 * correlation ID, and only if it is a UUID.
 */
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
    quotas: null,
    interface: 'rest',
    operationId: null,
    parameters: {},
    problemForm: null,
    mcp: null,
    waitingFor: 'credential',
    code: undefined,
  }
}
