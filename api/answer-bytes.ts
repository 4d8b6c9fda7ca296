import { z } from 'zod'
import type { Operation, StoredPage, StoredResource } from './operation.ts'
import type { Performed } from './perform.ts'

type Checked = { data?: unknown; links?: { next: string | null } }

/** What surrounds the records of an answer. */
const envelopes = new WeakMap<z.ZodType, z.ZodType>()

/**
 * The JSON of an answer as UTF-8, checked against the operation's output. Stored records are joined as they are: they were
 * checked when they were written, and to parse, check and serialise 100 of them again would cost half of their query.
 * @throws Error naming what the contract does not allow, without the values
 */
export function answerBytes(operation: Operation, answer: unknown): Performed {
  if (isStoredPage(answer)) {
    const { documents, ...envelope } = answer
    return joined(documents, ['[', ']'], check(operation, envelopeOf(operation), envelope))
  }
  if (isStoredResource(answer)) {
    const { document, ...envelope } = answer
    return joined([document], ['', ''], check(operation, envelopeOf(operation), envelope))
  }
  const checked = check(operation, operation.output, answer)
  const rows = Array.isArray(checked.data) ? checked.data.length : 1
  return { json: Buffer.from(JSON.stringify(checked)), rows, next: checked.links?.next ?? null }
}

/**
 * Document by document: joined as one string, a single character beyond Latin-1 makes all of it wide, and encoding 100 KB
 * of that took 0.43 ms, half of what their query takes.
 */
function joined(documents: readonly string[], [open, close]: [string, string], envelope: Checked): Performed {
  const tail = `${close},${JSON.stringify(envelope).slice(1)}`
  const parts = [`{"data":${open}`]
  for (const document of documents) parts.push(parts.length > 1 ? `,${document}` : document)
  parts.push(tail)
  const json = Buffer.allocUnsafe(parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0))
  let end = 0
  for (const part of parts) end += json.write(part, end)
  return { json, rows: documents.length, next: envelope.links?.next ?? null }
}

function envelopeOf({ operationId, output }: Operation): z.ZodType {
  if (!(output instanceof z.ZodObject)) throw new Error(`The output of ${operationId} is not an object with data`)
  const envelope = envelopes.get(output) ?? output.omit({ data: true })
  envelopes.set(output, envelope)
  return envelope
}

function check({ operationId }: Operation, schema: z.ZodType, answer: unknown): Checked {
  const result = schema.safeParse(answer)
  if (result.success) return result.data as Checked
  const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`${operationId} answered what its contract does not allow: ${faults.slice(0, 10).join('; ')}`)
}

function isStoredPage(answer: unknown): answer is StoredPage {
  return typeof answer === 'object' && answer !== null && 'documents' in answer
}

function isStoredResource(answer: unknown): answer is StoredResource {
  return typeof answer === 'object' && answer !== null && 'document' in answer
}
