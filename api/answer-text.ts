import { z } from 'zod'
import type { Operation, StoredPage, StoredResource } from './operation.ts'
import type { Performed } from './perform.ts'

type Checked = { data?: unknown; links?: { next: string | null } }

/** What surrounds the records of an answer. */
const envelopes = new WeakMap<z.ZodType, z.ZodType>()

/**
 * The JSON text of an answer, checked against the operation's output. Stored records are joined as they are: they were
 * checked when they were written, and to parse, check and serialise 100 of them again would cost half of their query.
 * @throws Error naming what the contract does not allow, without the values
 */
export function answerText(operation: Operation, answer: unknown): Performed {
  if (isStoredPage(answer)) {
    const { documents, ...envelope } = answer
    const data = `[${documents.join(',')}]`
    return joined(data, documents.length, check(operation, envelopeOf(operation), envelope))
  }
  if (isStoredResource(answer)) {
    const { document, ...envelope } = answer
    return joined(document, 1, check(operation, envelopeOf(operation), envelope))
  }
  const checked = check(operation, operation.output, answer)
  const rows = Array.isArray(checked.data) ? checked.data.length : 1
  return { text: JSON.stringify(checked), rows, next: checked.links?.next ?? null }
}

function joined(data: string, rows: number, envelope: Checked): Performed {
  return { text: `{"data":${data},${JSON.stringify(envelope).slice(1)}`, rows, next: envelope.links?.next ?? null }
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
