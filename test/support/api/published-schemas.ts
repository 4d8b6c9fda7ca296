import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

interface OpenApi {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, unknown> }>>
}

const file = join(import.meta.dirname, '../../../api/openapi.json')

/**
 * Returns a function that validates bodies of successful responses by the committed OpenAPI document.
 * @returns the errors as text, or null
 */
export function publishedSchemas(): (operationId: string, body: unknown) => string | null {
  const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApi
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const pointers = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) => {
      const steps = ['paths', path, method, 'responses', '200', 'content', 'application/json', 'schema']
      const pointer = steps
        .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/')
      return operationId ? [[operationId, `openapi#/${pointer}`] as const] : []
    }),
  )
  const byOperation = new Map(pointers)
  return (operationId, body) => {
    const pointer = byOperation.get(operationId)
    if (!pointer) throw new Error(`${operationId} is not in the OpenAPI document`)
    const validate = ajv.getSchema(pointer)
    if (!validate) throw new Error(`${operationId} has no schema of a response`)
    return validate(body) === true ? null : ajv.errorsText(validate.errors)
  }
}
