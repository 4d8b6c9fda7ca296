import { expect } from 'chai'
import { z } from 'zod'
import { toolsOf } from '../../../api/mcp/tools/index.ts'
import { inputSchemaOf } from '../../../api/mcp/tools/input-schema.ts'
import { outputSchemaOf } from '../../../api/mcp/tools/output-schema.ts'
import { exampleMaterial, exampleRelationship } from '../../../api/operations/graph/examples.ts'
import { operations } from '../../../api/operations/index.ts'
import { MADE_OF } from '../../../schemas/described.ts'
import { ExportKind } from '../../../schemas/exports/exports.ts'
import { RelationshipType } from '../../../schemas/graph/link-types.ts'
import { McpRequest, McpResponse } from '../../../schemas/mcp.ts'
import { Problem, problems } from '../../../schemas/problem.ts'
import { published, validatorNamed, validatorOf } from '../../support/bom/published.ts'
import { sku, style, supplier } from '../../support/graph/entities.ts'

type Json = Record<string, unknown>

const id = exampleMaterial.id
const time = '2027-03-14T02:10:00.000Z'
const page = { links: { next: null }, meta: {} }
const publication = {
  ...exampleMaterial,
  type: 'bom_publication',
  lifecycleState: 'completed',
  attributes: {
    publicationNumber: 412,
    snapshotId: '01JPQ8000000000000000000AA',
    mode: 'full_replacement',
    startedAt: time,
    completedAt: time,
    sourceSystem: 'plm',
    sourceRunId: null,
    styleCount: 1,
    skuCount: 1,
    lineCount: 1,
    rowCount: 1,
    contentHash: null,
    previousPublicationId: id,
  },
}

/** Properties of a relationship of each type, none of them null where they need not be. */
const properties: Record<RelationshipType, Json> = {
  HAS_SKU: { colorwayCode: 'NVY', sizeCode: 'M', sizeIndex: 1 },
  USES_MATERIAL: {
    bomLineRef: 'L-10',
    lineNumber: 10,
    section: 'fabric',
    placement: 'front body',
    materialColorCode: 'NVY',
    uom: 'MTR',
    wastageBasis: 'on_net',
    isPrimary: true,
    colorways: ['NVY'],
    sizes: ['M'],
    mpn: 'HV-2204',
    supplierId: id,
    netYield: '1.25',
    wastagePercent: '5',
    grossYield: '1.3125',
    grossYieldMin: null,
    grossYieldMax: null,
  },
  SUPPLIED_BY: exampleRelationship.properties,
  PRODUCED_BY: { season: 'SS27', sourcingModel: 'CMT', allocationPercent: '60', state: 'active' },
  PUBLISHES_BOM_FOR: {},
  SUPERSEDES: {},
  SUBSTITUTE_FOR: { reason: 'shortage', approvedAt: time },
  CARRIED_OVER_FROM: { fromSeason: 'SS26', toSeason: 'SS27' },
  MADE_FROM: { sharePercent: '60' },
  OWNED_BY: { sharePercent: '51' },
}
const relationships = RelationshipType.options.map((type) => ({
  ...exampleRelationship,
  type,
  properties: properties[type],
}))

const problem: Problem = {
  type: 'https://api.test/docs/problems/invalid_request',
  title: problems.invalid_request.title,
  status: 400,
  detail: 'Not valid: limit.',
  code: 'invalid_request',
  requestId: id,
  correlationId: id,
  retryable: false,
  recovery: problems.invalid_request.recovery,
  errors: [{ in: 'query', name: 'limit', detail: 'must be an integer' }],
}

const entities: unknown[] = [
  style('quillmere', 'S-1'),
  sku('quillmere', 'K-1'),
  exampleMaterial,
  supplier('quillmere', 'V-1'),
  publication,
]
/** Valid values that together contain an example of every component. */
const wholes: unknown[] = [
  ...operations.map(({ examples }) => examples.output),
  { data: entities, ...page, meta: { truncated: false } },
  { data: relationships, ...page, meta: { truncated: { count: 1, nodes: [id] } } },
  { code: 'no_such_value', name: 'mpn', value: 'x', suggestions: ['y'], detail: 'x' },
  { code: 'unreadable_rows', name: null, value: null, suggestions: [], detail: 'x' },
  { code: 'redacted_reference', detail: 'x' },
  { code: 'left_out', scope: 'graph:read', detail: 'x' },
  { item: 0, code: 'x', size: 'M', reason: 'no_such_size' },
  problem,
  { jsonrpc: '2.0', id: 'a', method: 'tools/list', params: {} },
  { jsonrpc: '2.0', id: 1, result: {} },
  { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'x', data: {} } },
]

/** Further valid bodies of operations: one of each form. */
const bodies: Readonly<Record<string, unknown[]>> = {
  createExport: ExportKind.options.map((kind) => ({ kind, parameters: { byteOrderMark: true } })),
}

/** Wrong values to put anywhere, including near misses of each format. */
const strange = [
  ...[null, true, 0, -1, 1, 1.5, 3, 4, 5, 1001, '', 'x', 'style', 'MADE_FROM', 'outgoing', [], {}, [null], ['x'], [[]]],
  ...[
    '1.25',
    '1.50',
    '-0',
    '-1',
    '01',
    '1e5',
    '1234567890',
    '12345678901',
    '0.1234567890123456',
    '0.12345678901234567',
  ],
  ...[
    time,
    '2027-03-14T02:10:00Z',
    '2027-03-14T02:10:00.0000Z',
    '2027-03-14T02:10:00.000+00:00',
    '2027-02-30T00:00:00.000Z',
  ],
  ...['2027-03-14T23:59:60.000Z', '2027-03-14T24:00:00.000Z', '2027-03-14', '2027-02-29', '2028-02-29', '2027-3-1'],
  ...[id, id.toUpperCase(), `urn:uuid:${id}`, id.slice(1), `{${id}}`, '00000000-0000-0000-0000-000000000000'],
  ...['EUR', 'eur', 'EURO', 'PT', 'C62', 'EA', '4006381333931', '400638133393', '01JPQ8000000000000000000AA', 'on_net'],
  ...[
    'a'.repeat(64),
    'a'.repeat(65),
    'a'.repeat(255),
    'a'.repeat(501),
    '😀'.repeat(64),
    '😀'.repeat(65),
    '😀'.repeat(500),
  ],
]

/** All named schemas within a schema, by their names. */
function componentsOf(value: unknown, found = new Map<string, z.ZodType>(), seen = new Set<unknown>()) {
  if (typeof value !== 'object' || value === null || seen.has(value)) return found
  seen.add(value)
  if (value instanceof z.ZodType) {
    const name = value.meta()?.id
    if (name) found.set(name, value)
    // `describe` returns a copy of a schema, whose parent is the original.
    if (value.meta()?.[MADE_OF] !== undefined) componentsOf(value._zod.parent, found, seen)
    componentsOf(value.def, found, seen)
  } else if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) {
    for (const part of Object.values(value)) componentsOf(part, found, seen)
  }
  return found
}

/** A value and all values nested in it. */
function partsOf(value: unknown): unknown[] {
  const inner = typeof value === 'object' && value !== null ? Object.values(value).flatMap(partsOf) : []
  return [value, ...inner]
}

/** Copies of a value, each with one wrong or missing part, down to `levels` levels of nesting. */
function* variantsOf(value: unknown, at = '', levels = 3): Generator<{ at: string; variant: unknown }> {
  for (const other of strange) yield { at, variant: other }
  if (levels === 0) return
  if (Array.isArray(value)) {
    yield { at, variant: [...value, ...value] }
    for (const [index, item] of value.entries()) {
      for (const inner of variantsOf(item, `${at}[]`, levels - 1))
        yield { ...inner, variant: value.with(index, inner.variant) }
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { at, variant: { ...value, unknown: 1 } }
    for (const [name, field] of Object.entries(value)) {
      const { [name]: _absent, ...rest } = value as Json
      yield { at: `${at}.${name} absent`, variant: rest }
      for (const inner of variantsOf(field, `${at}.${name}`, levels - 1))
        yield { ...inner, variant: { ...value, [name]: inner.variant } }
    }
  }
}

/** Splits a page into pages of one row, so that each variant is checked alone. */
function rowByRow(response: unknown): unknown[] {
  const { data } = response as { data: unknown }
  return Array.isArray(data) && data.length > 1 ? data.map((row) => ({ ...Object(response), data: [row] })) : [response]
}

/** The variants of the samples that only one of schema and validator accepts. */
function disagreements(
  schema: z.ZodType,
  validate: ReturnType<typeof validatorOf>,
  samples: unknown[],
  levels = 3,
): string[] {
  const found: string[] = []
  for (const sample of samples) {
    for (const { at, variant } of variantsOf(sample, '', levels)) {
      const [byZod, byContract] = [schema.safeParse(variant).success, validate(variant)]
      if (byZod !== byContract)
        found.push(`${at}: zod ${byZod}, contract ${byContract}: ${JSON.stringify(variant).slice(0, 200)}`)
    }
  }
  return found
}

/** JSON Schema cannot express a check digit. */
const onlyInWords = /^.*\.gtin: zod false, contract true/

describe('the published contract and its Zod schemas', () => {
  const components = componentsOf([...operations.map(({ output }) => output), Problem, McpRequest, McpResponse])
  const parts = [...new Map(wholes.flatMap(partsOf).map((part) => [JSON.stringify(part), part])).values()]

  it('name the same components', () => {
    const named = [
      ...components.keys(),
      ...operations.flatMap(({ input, forms = input }) => [...componentsOf(forms).keys()]),
    ]
    expect(Object.keys(published.components.schemas).sort()).to.deep.equal([...new Set(named)].sort())
  })

  for (const [name, schema] of components) {
    it(`accept the same values as ${name}`, () => {
      const samples = parts.filter((part) => schema.safeParse(part).success).slice(0, 12)
      expect(samples, `a valid ${name}`).not.to.deep.equal([])
      const found = disagreements(schema, validatorNamed(name), samples)
      expect(found.filter((one) => !onlyInWords.test(one))).to.deep.equal([])
    })
  }

  for (const { operationId, method, path, input, forms = input, examples } of operations) {
    if (method === 'POST') {
      it(`accept the same bodies of ${operationId}`, () => {
        const { parameters, requestBody } = published.paths[path].post
        expect(parameters).to.equal(undefined)
        const { schema } = requestBody.content['application/json']
        expect(
          disagreements(forms, validatorOf(schema), [examples.input, ...(bodies[operationId] ?? [])], 5),
        ).to.deep.equal([])
      })
      continue
    }
    it(`accept the same parameters of ${operationId}`, () => {
      const { parameters = [] } = published.paths[path].get
      expect(parameters.map(({ name }: Json) => name).sort()).to.deep.equal(Object.keys(input.shape).sort())
      for (const { name, required, schema } of parameters) {
        const field = input.shape[name]
        if (!field) throw new Error(`${name} is not an input`)
        expect(required, name).to.equal(!field.safeParse(undefined).success)
        expect(disagreements(field, validatorOf(schema), ['x', 7, ['MADE_FROM', 'OWNED_BY']]), name).to.deep.equal([])
      }
    })
  }

  for (const tool of toolsOf(['all'], operations)) {
    const { name, operation } = tool
    // The schemas in tools/list are looser than validation, because converters of clients drop parts. They must not
    // reject what validation accepts.
    it(`accept nothing that the schemas of the tool ${name} reject`, () => {
      const refused = (one: string) => one.includes('zod true, contract false')
      const samples = wholes.filter((whole) => operation.output.safeParse(whole).success).flatMap(rowByRow)
      expect(samples, 'valid outputs').not.to.deep.equal([])
      const outputs = disagreements(operation.output, validatorOf(outputSchemaOf(operation)), samples, 5)
      expect(outputs.filter(refused)).to.deep.equal([])
      const { examples } = operation
      const inputs = [examples.input, { entityId: id, depth: 3 }, { ...examples.input, fields: ['compact', 'id'] }]
      const found = disagreements(tool.input, validatorOf(inputSchemaOf(tool.input)), inputs)
      expect(found.filter(refused)).to.deep.equal([])
    })
  }

  it('are compared by a check that finds a missing null', () => {
    const lost = z.object({ amount: z.string().nullable() })
    const validate = validatorOf({ type: 'object', properties: { amount: { type: 'string' } }, required: ['amount'] })
    expect(disagreements(lost, validate, [{ amount: '1' }])).to.have.length(1)
  })
})
