import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApiDocument } from '../../../api/openapi/document.ts'
import { operations } from '../../../api/operations/index.ts'

/** The published contract as JSON. */
export const published = JSON.parse(
  JSON.stringify(openApiDocument(operations, { baseUrl: 'https://api.test', docsUrl: 'https://api.test/docs' })),
)

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(published, 'contract')

/** A validator for a schema by JSON Schema 2020-12. */
export function validatorOf(schema: object): ValidateFunction {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/')))
}

/** Validates against a named schema of the contract. */
export function validatorNamed(name: string): ValidateFunction {
  return validatorOf({ $ref: `#/components/schemas/${name}` })
}

export function isValidSchema(schema: object): boolean {
  return ajv.validateSchema(schema) === true
}
