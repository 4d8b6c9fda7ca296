import { z } from 'zod'
import type { ListNotice } from '../../schemas/common.ts'
import { requireFit, UnreadableDocument } from '../../schemas/stored/stored-document.ts'
import { ApiError } from './errors.ts'
import type { Operation, StoredFile, StoredPage, StoredResource } from './operation.ts'
import { keyOfDocument, keyOfRow, requireFitDocument, type Unreadable } from './unreadable.ts'

type Checked = { data?: unknown; links?: { next: string | null }; meta?: Record<string, unknown> }

/** Schemas of responses without `data`, by output schema. */
const envelopes = new WeakMap<z.ZodType, z.ZodType>()

/** A response that was checked against the output of its operation, before it is encoded. */
export interface OperationResult {
  /** The response as a value. It has no data if `stored` has the data as text. */
  response: Checked
  /** Records as the JSON text in which they are stored: those of a page, or the one of a resource. */
  stored?: {
    documents: readonly string[]
    isPage: boolean
    /** Returns the cursor that continues after the first `count` documents, for a page that is shortened. */
    nextAfter?: (count: number) => string
  }
  rows: number
  /** The cursor of the next page, or null if the response is no page or the last one. */
  next: string | null
  /** The path of the created resource, for the Location header. */
  location?: string
  /** A file that is sent instead of the response. */
  file?: StoredFile['file']
}

/**
 * Checks what an operation returned against its output schema. A row that does not fit is left out, and `meta.notices`
 * reports it. The cursor remains that of the whole page, so no row after it is skipped.
 * @throws ApiError unreadable_record for a single record that does not fit; Error if anything but the rows does not
 * fit, naming the fields without their values
 */
export function checkedResponse(operation: Operation, returned: unknown, unreadable: Unreadable): OperationResult {
  if (isStoredPage(returned)) return checkedPage(operation, returned, unreadable)
  if (isStoredResource(returned)) {
    const { document, ...envelope } = returned
    const single = () => requireFitDocument(rowOf(operation), document)
    requireReadable(operation, keyOfDocument(document), single, unreadable)
    const response = check(operation, envelopeOf(operation), envelope)
    return { response, stored: { documents: [document], isPage: false }, rows: 1, next: nextOf(response) }
  }
  if (isStoredFile(returned)) return { response: {}, rows: returned.file.rows, next: null, file: returned.file }
  const response = checkedWhole(operation, returned, unreadable)
  const rows = Array.isArray(response.data) ? response.data.length : 1
  const location = operation.location?.(response)
  return { response, rows, next: nextOf(response), ...(location === undefined ? {} : { location }) }
}

function checkedPage(operation: Operation, page: StoredPage, unreadable: Unreadable): OperationResult {
  const { documents, madeOf, nextAfter, ...envelope } = page
  const kept = fittingDocuments(operation, documents, madeOf, unreadable)
  const response = check(operation, envelopeOf(operation), withNotice(envelope, unreadable))
  const stored = {
    documents: kept.map((at) => documents[at] ?? ''),
    isPage: true,
    ...(nextAfter && { nextAfter: (count: number) => nextAfter((kept[count - 1] ?? 0) + 1) }),
  }
  return { response, stored, rows: kept.length, next: nextOf(response) }
}

function nextOf({ links }: Checked): string | null {
  return links?.next ?? null
}

/** Returns the documents that fit the published schema of a row. */
function fittingDocuments(
  operation: Operation,
  documents: readonly string[],
  madeOf: readonly unknown[] | undefined,
  unreadable: Unreadable,
): number[] {
  const row = rowOf(operation)
  const checked = new Map<unknown, UnreadableDocument | null>()
  return documents.flatMap((document, at) => {
    const parts = madeOf?.[at] ?? document
    const known = checked.get(parts)
    const fault = known === undefined ? faultIn(() => requireFitDocument(row, document)) : known
    checked.set(parts, fault)
    if (fault === null) return [at]
    unreadable.leaveOut({ where: operation.operationId, key: keyOfDocument(document), fault: fault.message })
    return []
  })
}

function checkedWhole(operation: Operation, response: unknown, unreadable: Unreadable): Checked {
  const { operationId, output } = operation
  const { data, ...rest } = response as Checked
  const isPage = Array.isArray(data) && 'links' in rest
  const checked = output.safeParse(response)
  if (checked.success && (!isPage || unreadable.count === 0)) return checked.data as Checked
  if (!isPage) {
    const single = () => requireFit(dataOf(operation), data)
    requireReadable(operation, keyOfRow(data), single, unreadable)
    return check(operation, output, response)
  }
  const row = rowOf(operation)
  const kept = data.filter((one) => {
    const fault = faultIn(() => requireFit(row, one))
    if (fault) unreadable.leaveOut({ where: operationId, key: keyOfRow(one), fault: fault.message })
    return fault === null
  })
  return check(operation, output, { data: kept, ...withNotice(rest, unreadable) })
}

function faultIn(work: () => void): UnreadableDocument | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof UnreadableDocument) return error
    throw error
  }
}

/** @throws ApiError unreadable_record */
function requireReadable(operation: Operation, key: string | null, work: () => void, unreadable: Unreadable): void {
  const fault = faultIn(work)
  if (!fault) return
  unreadable.leaveOut({ where: operation.operationId, key, fault: fault.message })
  throw new ApiError('unreadable_record', {
    detail: 'The stored record does not fit the contract.',
    cause: fault,
  })
}

/** Adds a notice to a page from which rows were left out. */
function withNotice<E extends Omit<Checked, 'data'>>(envelope: E, { count }: Unreadable): E {
  if (count === 0) return envelope
  const { notices = [], ...meta } = (envelope.meta ?? {}) as { notices?: readonly unknown[] }
  const rows = count === 1 ? '1 row is' : `${count} rows are`
  const detail = `${rows} left out because the stored form does not fit the contract. Operators can find the cause with \`tda check\`.`
  const notice: z.infer<typeof ListNotice> = {
    code: 'unreadable_rows',
    name: null,
    value: null,
    suggestions: [],
    detail,
  }
  return { ...envelope, meta: { ...meta, notices: [...notices, notice] } }
}

function dataOf({ operationId, output }: Operation): z.ZodType {
  const data = output instanceof z.ZodObject ? output.shape.data : undefined
  if (!(data instanceof z.ZodType)) throw new Error(`The output of ${operationId} is not an object with data`)
  return data
}

/** The published schema of one row, or of the one resource that an operation returns. */
function rowOf(operation: Operation): z.ZodType {
  const data = dataOf(operation)
  return data instanceof z.ZodArray ? (data.element as z.ZodType) : data
}

function envelopeOf({ operationId, output }: Operation): z.ZodType {
  if (!(output instanceof z.ZodObject)) throw new Error(`The output of ${operationId} is not an object with data`)
  const envelope = envelopes.get(output) ?? output.omit({ data: true })
  envelopes.set(output, envelope)
  return envelope
}

function check({ operationId }: Operation, schema: z.ZodType, response: unknown): Checked {
  const result = schema.safeParse(response)
  if (result.success) return result.data as Checked
  const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`${operationId} returned what its contract does not allow: ${faults.slice(0, 10).join('; ')}`)
}

function isStoredPage(response: unknown): response is StoredPage {
  return typeof response === 'object' && response !== null && 'documents' in response
}

function isStoredResource(response: unknown): response is StoredResource {
  return typeof response === 'object' && response !== null && 'document' in response
}

function isStoredFile(response: unknown): response is StoredFile {
  return typeof response === 'object' && response !== null && 'file' in response
}
