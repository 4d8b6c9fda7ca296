import type { Graph } from '../cypher/connect.ts'
import { getException, getInputDocuments } from '../cypher/exceptions/facts.ts'
import { listExceptionsOfCode, listExceptions as readExceptions } from '../cypher/materials/read-materials.ts'
import type { ExceptionCode, ExceptionInput, PositionException } from '../schemas/materials/exceptions.ts'
import { OPEN } from '../schemas/stored/bom.ts'
import { storedException } from '../schemas/stored/connected-data.ts'
import { anyDocument } from '../schemas/stored/stored-document.ts'

export interface ExceptionFilters {
  status: PositionException['status']
  code: ExceptionCode | null
  limit: number
}

/** A stored exception as operators see it, with its base severity. */
export type OperatorsException = PositionException & { organization: string }

/** The exceptions of an organization, by id, at most `limit`. */
export async function listExceptions(
  graph: Graph,
  organization: string,
  { status, code, limit }: ExceptionFilters,
): Promise<OperatorsException[]> {
  const page = { status, after: '', limit }
  const rows =
    code === null
      ? await graph.read(readExceptions, organization, page)
      : await graph.read(listExceptionsOfCode, organization, { ...page, code })
  return rows.map(({ doc }) => ({ organization, ...storedException.read(doc) }))
}

/** An input with the current values of its record; null if the record is no longer stored. */
export type ExplainedInput = ExceptionInput & { says: Record<string, unknown> | null }

/**
 * An exception with the records that it is based on.
 * @throws Error when the organization has no such exception
 */
export async function explainException(
  graph: Graph,
  organization: string,
  exceptionId: string,
): Promise<Omit<OperatorsException, 'inputs'> & { inputs: ExplainedInput[] }> {
  const [row] = await graph.read(getException, organization, { exceptionId })
  if (!row)
    throw new Error(
      `${organization} has no exception ${exceptionId}. Run \`tda exceptions list\` to see its exceptions`,
    )
  const exception = storedException.read(row.doc)
  const ids = exception.inputs.map(({ id }) => id)
  const documents = await graph.read(getInputDocuments, organization, { ids, open: OPEN })
  const fields = new Map(documents.map(({ id, doc }) => [id, withoutRaw(anyDocument.read(doc))]))
  const inputs = exception.inputs.map((input) => ({ ...input, says: fields.get(input.id) ?? null }))
  return { organization, ...exception, inputs }
}

/** The values of a record, without the raw data that was ingested. */
function withoutRaw({ raw: _raw, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return fields
}
