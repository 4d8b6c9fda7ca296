import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { z } from 'zod'
import type { Operation } from '../../../api/core/operation.ts'
import { problemsOf } from '../../../api/core/problems-of.ts'
import { openApiDocument } from '../../../api/openapi/document.ts'
import { openApiText, placeholders } from '../../../api/openapi/write-openapi.ts'
import { operations } from '../../../api/operations/index.ts'
import { problems } from '../../../schemas/problem.ts'
import { isValidSchema, published, validatorNamed, validatorOf } from '../../support/bom/published.ts'

/** Each endpoint with its scope and operationId, written independently of the registry. */
const specified = [
  'GET /v1/entity-types graph:read listEntityTypes',
  'GET /v1/entities graph:read searchEntities',
  'GET /v1/entities/{entityId} graph:read getEntity',
  'GET /v1/entities/{entityId}/relationships graph:read listEntityRelationships',
  'GET /v1/bom/snapshots bom:read listBomSnapshots',
  'GET /v1/bom/yields bom:read listBomYields',
  'GET /v1/bom/yield-changes bom:read listBomYieldChanges',
  'GET /v1/connected-records/{kind}/{ref} materials:read getConnectedRecord',
  'GET /v1/connected-records/search materials:read searchConnectedRecords',
  'GET /v1/datasets materials:read listServiceDatasets',
  'GET /v1/freshness materials:read getServiceDataFreshness',
  'GET /v1/material-factory-position materials:read getMaterialFactoryPosition',
  'POST /v1/material-position-comparisons materials:read compareMaterialPositions',
  'GET /v1/material-position-exceptions materials:read listMaterialPositionExceptions',
  'GET /v1/sources/inspect materials:read inspectServiceSource',
  'POST /v1/exports exports:create createExport',
  'GET /v1/exports/{exportId} exports:create getExport',
  'GET /v1/exports/{exportId}/download exports:create downloadExport',
]
/** The successful statuses of an operation: GET can return 304, and a download a part of the file. */
const successesOf = ({ method, files }: Operation) => {
  if (method === 'POST') return ['200']
  return files ? ['200', '206', '304'] : ['200', '304']
}
const limits = ['RateLimit', 'RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

type Json = Record<string, unknown>

/** The value that a `$ref` points to; a value without one is returned as it is. */
function resolve(value: Json): Json {
  if (typeof value.$ref !== 'string') return value
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Json | undefined)?.[name], published)
  if (typeof found !== 'object' || found === null) throw new Error(`${value.$ref} points to nothing`)
  return found as Json
}

const described = operations.map((operation) => ({
  operation,
  entry: published.paths[operation.path][operation.method.toLowerCase()],
}))
const responsesOf = (entry: Json) =>
  Object.entries(entry.responses as Record<string, Json>).map(
    ([status, response]) => ({ status, ...resolve(response) }) as Json,
  )
const contentOf = ({ content = {} }: Json) => Object.entries(content as Record<string, Json>)

/** The problem codes that an operation lists. */
function codesIn(entry: Json): string[] {
  return responsesOf(entry).flatMap((response) =>
    contentOf(response).flatMap(([type, { examples = {} }]) =>
      type === 'application/problem+json' ? Object.keys(examples as Json) : [],
    ),
  )
}

function isDescribed(field: Json): boolean {
  return /^\S.{4,}/.test(String(field.description ?? resolve(field).description ?? ''))
}

/** Calls `visit` with every schema of the contract, including nested ones, and its path. */
function forEachSchema(visit: (schema: Json, place: string) => void): void {
  const walk = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema as Json
    visit(schema as Json, place)
    for (const [name, field] of Object.entries(properties as Json)) walk(field, `${place}/${name}`)
    for (const [at, one] of [items, additionalProperties, anyOf, oneOf, allOf].flat().entries())
      walk(one, `${place}/${at}`)
  }
  for (const [name, schema] of Object.entries(published.components.schemas)) walk(schema, name)
  for (const { operation, entry } of described) {
    const { operationId } = operation
    for (const { name, schema } of entry.parameters ?? []) walk(schema, `${operationId}/${name}`)
    walk(entry.requestBody?.content['application/json'].schema, `${operationId}/body`)
  }
}

function faultsOf(validate: ReturnType<typeof validatorOf>, value: unknown): string {
  return validate(value) ? '' : JSON.stringify(validate.errors)
}

describe('the published contract', () => {
  it('is committed as it is generated', () => {
    const committed = readFileSync(new URL('../../../api/openapi.json', import.meta.url), 'utf8')
    expect(committed === openApiText(), 'run node api/openapi/write-openapi.ts').to.equal(true)
    expect(openApiText()).to.equal(openApiText())
  })

  it('is OpenAPI 3.1 with the expected paths, scopes, and operationIds', () => {
    expect(published.openapi).to.match(/^3\.1\./)
    expect(published.info.version).to.equal('1.0')
    expect(published.servers).to.deep.equal([{ url: 'https://api.test' }])
    expect(published.components.securitySchemes.dataToken).to.include({ type: 'http', scheme: 'bearer' })
    const found = described.map(({ operation: { method, path }, entry }) =>
      [method, path, entry.security[0].dataToken.join() || 'any', entry.operationId].join(' '),
    )
    expect(found).to.include.members(specified)
    const names = ['EntityTypePage', 'EntityPage', 'EntityResponse', 'RelationshipPage', 'Problem']
    const ofBom = ['BomSnapshotPage', 'BomYieldPage', 'BomYieldChangePage']
    expect(published.components.schemas).to.include.keys([...names, ...ofBom])
  })

  it('describes MCP as one operation, with 202 for notifications', () => {
    const { post, ...others } = published.paths['/mcp']
    expect(others).to.deep.equal({})
    expect(post).to.deep.include({ operationId: 'mcp', tags: ['MCP'], security: [{ mcpToken: ['mcp:read'] }] })
    expect(published.components.securitySchemes.mcpToken).to.include({ type: 'http', scheme: 'bearer' })
    expect(Object.keys(post.responses)).to.deep.equal(['200', '202', '400', '401', '403', '404', '429', '500', '503'])
    for (const { schema, example } of [post.requestBody.content, post.responses[200].content].map(
      (content) => content['application/json'],
    )) {
      expect(faultsOf(validatorOf(schema), example)).to.equal('')
    }
    const paths = new Set(operations.map(({ path }) => path))
    expect(Object.keys(published.paths)).to.have.length(paths.size + 1)
  })

  it('describes every operation, parameter, response, and header', () => {
    for (const { entry } of described) {
      expect(entry.summary).to.match(/^\S.{5,}/)
      expect(entry.description).to.match(/^\S.{20,}/)
      for (const parameter of entry.parameters ?? []) expect(parameter.description, parameter.name).to.match(/^\S.{5,}/)
      for (const response of responsesOf(entry)) expect(response.description).to.match(/^\S.{10,}/)
    }
    for (const header of Object.values<Json>(published.components.headers)) {
      expect(header.description).to.match(/^\S.{10,}/)
      expect(faultsOf(validatorOf(header.schema as Json), header.example)).to.equal('')
    }
  })

  it('declares the statuses of each operation, with their headers', () => {
    for (const { operation, entry } of described) {
      const failures = new Set(problemsOf(operation).map((code) => String(problems[code].status)))
      const expected = [...successesOf(operation), ...[...failures].sort()]
      expect(Object.keys(entry.responses), operation.operationId).to.deep.equal(expected)
      for (const { status, headers } of responsesOf(entry)) {
        expect(headers, String(status)).to.include.keys(['X-Request-ID', 'X-Service-Data-Region'])
        if (status === '401') expect(headers).to.include.keys('WWW-Authenticate').and.not.to.include.any.keys(limits)
        else expect(headers, String(status)).to.include.keys(limits)
        expect('Retry-After' in (headers as Json), String(status)).to.equal(status === '429' || status === '503')
      }
    }
  })

  it('lists for each operation the problems that it can return, and no others', () => {
    for (const { operation, entry } of described) {
      expect(codesIn(entry), operation.operationId).to.have.members([...problemsOf(operation)])
    }
    const codesOf = (operationId: string) =>
      codesIn(described.find(({ operation }) => operation.operationId === operationId)?.entry)
    const elsewhere = ['export_not_ready', 'payload_too_large', 'entity_not_found', 'invalid_cursor', 'rebuilding']
    expect(codesOf('listEntityTypes')).to.not.include.any.members(elsewhere)
    expect(codesOf('getToken')).to.not.include('insufficient_scope')
    expect(codesOf('searchEntities')).to.include.members(['invalid_cursor', 'rebuilding'])
    expect(codesOf('createExport')).to.include.members(['idempotency_key_not_accepted', 'too_many_exports'])
    const keyed = described.filter(({ entry }) => codesIn(entry).includes('idempotency_key_not_accepted'))
    expect(keyed.map(({ operation }) => operation.operationId)).to.deep.equal(['createExport'])
  })

  it('describes every field, and every value that a field can have', () => {
    const missing: string[] = []
    const unexplained: string[] = []
    forEachSchema((schema, place) => {
      for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Json>))
        if (!isDescribed(field)) missing.push(`${place}/${name}`)
      const values = ((schema.enum ?? []) as unknown[]).filter((value) => typeof value === 'string')
      const text = String(schema.description ?? '')
      if (values.length > 1 && !values.every((value) => new RegExp(`^- .${value}.: \\S`, 'm').test(text)))
        unexplained.push(place)
    })
    expect({ missing, unexplained }).to.deep.equal({ missing: [], unexplained: [] })
  })

  it('declares problems as application/problem+json, with an example of each code', () => {
    const shown = new Set<string>()
    const responses = [...described.map(({ entry }) => entry), published.paths['/mcp'].post].flatMap(responsesOf)
    for (const response of responses.filter(({ status }) => String(status) >= '400')) {
      const [[mediaType, media] = ['', {}], ...others] = contentOf(response)
      expect([mediaType, others.length]).to.deep.equal(['application/problem+json', 0])
      for (const [code, reference] of Object.entries((media.examples ?? {}) as Record<string, Json>)) {
        const example = resolve(reference) as { value: Json }
        if (shown.has(code)) continue
        expect(faultsOf(validatorNamed('Problem'), example.value), code).to.equal('')
        expect(example.value).to.include({ code, type: `https://api.test/docs/problems/${code}` })
        shown.add(code)
      }
    }
    const undeclared = 'method_not_allowed'
    expect([...shown].sort()).to.deep.equal(
      Object.keys(problems)
        .filter((code) => code !== undeclared)
        .sort(),
    )
  })

  it('has valid examples of requests and responses', () => {
    for (const { operation, entry } of described) {
      expect(operation.input.safeParse(operation.examples.input).success, operation.operationId).to.equal(true)
      for (const { name, schema, example } of entry.parameters ?? []) {
        // An example of a cursor cannot be valid, because cursors are sealed.
        if (name === 'cursor') continue
        if (example !== undefined) expect(faultsOf(validatorOf(schema), example), name).to.equal('')
      }
      if (operation.method === 'POST') {
        const sent = entry.requestBody.content['application/json']
        expect(sent.example).to.deep.equal(operation.examples.input)
        expect(faultsOf(validatorOf(sent.schema), sent.example), operation.operationId).to.equal('')
      }
      const contents = entry.responses[200].content
      const examples = operation.files ?? { 'application/json': operation.examples.output }
      expect(Object.keys(contents)).to.deep.equal(Object.keys(examples))
      for (const [mediaType, example] of Object.entries(examples)) {
        if (example === null) continue
        const shown = contents[mediaType]
        expect(shown.example).to.deep.equal(example)
        expect(faultsOf(validatorOf(shown.schema), shown.example), operation.operationId).to.equal('')
      }
    }
  })

  it('contains only valid JSON Schemas, and references that point to something', () => {
    for (const [name, schema] of Object.entries<Json>(published.components.schemas)) {
      expect(isValidSchema(schema), name).to.equal(true)
      expect(() => validatorNamed(name), name).not.to.throw()
    }
    const references = JSON.stringify(published).match(/"\$ref":"[^"]+"/g) ?? []
    for (const reference of new Set(references)) resolve(JSON.parse(`{${reference}}`))
    expect(references.length).to.be.above(100)
  })

  it('links responses to operations and parameters that exist', () => {
    const linked = described.flatMap(({ entry }) => Object.values<Json>(entry.responses[200].links ?? {}))
    for (const { operation, entry } of described.filter(({ operation }) => 'cursor' in operation.input.shape)) {
      expect(entry.responses[200].links, operation.operationId).to.include.keys('nextPage')
    }
    for (const { operationId, parameters } of linked) {
      const target = described.find(({ entry }) => entry.operationId === operationId)
      const known = (target?.entry.parameters ?? []).map(({ name }: Json) => name)
      expect(known, String(operationId)).to.include.members(Object.keys(parameters as Json))
    }
  })

  it('cannot be built with a repeated operation, path, or schema name', () => {
    const [first, second] = operations as [Operation, Operation]
    const build = (list: Operation[]) => () => openApiDocument(list, placeholders)
    expect(build([first, { ...second, operationId: first.operationId }])).to.throw(`twice: ${first.operationId}`)
    expect(build([first, { ...second, path: first.path }])).to.throw(`twice: GET ${first.path}`)
    const impostor = z.object({ data: z.array(z.object({}).meta({ id: 'Entity' })) })
    const deep = z.object({ page: z.array(z.union([impostor, z.null()])).optional() })
    expect(build([second, { ...first, output: deep }])).to.throw('twice: Entity')
  })

  it('has schemas that can be converted to plain JSON Schema for tools', () => {
    for (const { input, output, operationId, examples } of operations) {
      const [forInput, forOutput] = [z.toJSONSchema(input, { io: 'input' }), z.toJSONSchema(output)]
      expect(faultsOf(validatorOf(forInput), examples.input), operationId).to.equal('')
      expect(faultsOf(validatorOf(forOutput), examples.output), operationId).to.equal('')
    }
  })
})
