import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { exportFormats } from '../../../explorer/src/pages/exports/export-formats.ts'
import { fieldsOf, kindNames } from '../../../explorer/src/pages/exports/export-kinds.ts'
import { isOpen, parametersText, tookText } from '../../../explorer/src/pages/exports/export-texts.ts'
import {
  changedFilters,
  exportsSearch,
  filtersOf,
  formatInUrl,
  fromUrl,
  requestOf,
  toUrl,
} from '../../../explorer/src/pages/exports/exports-search.ts'

interface Schema {
  $ref?: string
  type?: string
  format?: string
  anyOf?: Schema[]
  enum?: string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

const contract: { components: { schemas: Record<string, Schema> } } = JSON.parse(
  readFileSync(new URL('../../../api/openapi.json', import.meta.url), 'utf8'),
)
const { schemas } = contract.components

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})

/** The kind of form field that fits a parameter of the contract, with its values. */
function asked(parameter: Schema): { input: string; values?: string[] } {
  const schema = resolved(parameter)
  if (schema.type === 'boolean') return { input: 'flag' }
  if (schema.type === 'array') return { input: 'some', values: resolved(schema.items ?? {}).enum ?? [] }
  if (schema.enum) return { input: 'one', values: schema.enum }
  if (schema.anyOf?.[0]) return asked(schema.anyOf[0])
  return { input: { date: 'date', 'date-time': 'time' }[schema.format ?? ''] ?? 'text' }
}

describe('the form of exports', () => {
  const forms = Object.values(schemas).filter(({ properties }) => properties?.kind?.enum && properties.parameters)

  it('has the same kinds, parameters, and values as the contract', () => {
    const ofContract = forms.map(({ properties = {} }) => {
      const parameters = Object.entries(properties.parameters?.properties ?? {})
      return [properties.kind?.enum?.[0], new Map(parameters.map(([name, parameter]) => [name, asked(parameter)]))]
    })
    const ofForm = kindNames.map((kind) => {
      const fields = fieldsOf(kind).map(
        ([name, field]) =>
          [name, { input: field.input, ...('values' in field && { values: [...field.values] }) }] as const,
      )
      return [kind, new Map(fields)]
    })
    expect(ofContract.length).to.be.above(1)
    expect(ofForm).to.have.deep.members(ofContract)
  })

  it('needs no required fields, because the contract requires only the kind', () => {
    const required = forms.flatMap((form) => [
      ...(form.required ?? []),
      ...(form.properties?.parameters?.required ?? []),
    ])
    expect(new Set(required)).to.deep.equal(new Set(['kind']))
  })

  it('reads from a URL only the parameters of its kind', () => {
    const raw = { kind: 'relationships', entityId: 'e', style: 'S-1', relationshipType: ['MADE_FROM', 'x', 'HAS_SKU'] }
    expect(exportsSearch({ ...raw, exportId: 'x' })).to.deep.equal({
      exportId: 'x',
      kind: 'relationships',
      entityId: 'e',
      relationshipType: ['HAS_SKU', 'MADE_FROM'],
    })
    expect(exportsSearch({ kind: 'shoes', style: '0012', byteOrderMark: 'true' })).to.deep.equal({
      exportId: undefined,
      kind: undefined,
      style: '0012',
      byteOrderMark: true,
    })
    expect(exportsSearch({ kind: 'dataset_freshness', status: 'open' })).to.not.have.property('status')
  })

  it('keeps the kind of a change apart from the kind of export in a URL', () => {
    const search = { exportId: undefined, kind: 'changes', type: 'sku', changeKind: 'entity' } as const
    expect(exportsSearch({ ...search, kind: 'changes' })).to.deep.equal(search)
    expect(exportsSearch({ kind: 'changes' })).to.deep.equal({ exportId: undefined, kind: 'changes' })
    const filters = fromUrl('changes', { ...search })
    expect(requestOf('changes', 'csv', filters).parameters).to.deep.equal({ kind: 'entity', type: 'sku' })
    expect(toUrl(filters)).to.deep.equal({ type: 'sku', changeKind: 'entity' })
    expect(toUrl({ kind: undefined })).to.deep.equal({ changeKind: undefined })
    expect(toUrl({ type: 'sku' })).to.deep.equal({ type: 'sku' })
    expect(filtersOf('changes', { kind: 'relationship' })).to.deep.equal({ kind: 'relationship' })
  })

  it('sends only filled-in parameters, without surrounding blanks', () => {
    expect(
      requestOf('entities', 'csv', { q: '  poplin ', season: ' ', type: undefined, updatedSince: '' }),
    ).to.deep.equal({
      kind: 'entities',
      parameters: { q: 'poplin' },
    })
    expect(requestOf('bom_yields', 'csv', {})).to.deep.equal({ kind: 'bom_yields' })
    expect(requestOf('bom_yields', 'csv', { byteOrderMark: true })).to.deep.equal({
      kind: 'bom_yields',
      parameters: { byteOrderMark: true },
    })
  })

  it('requests another format than CSV by its name, without a byte order mark', () => {
    for (const format of ['jsonl', 'parquet'] as const) {
      const filters = { style: 'S-1', byteOrderMark: true }
      expect(requestOf('bom_yields', format, filters)).to.deep.equal({
        kind: 'bom_yields',
        format,
        parameters: { style: 'S-1' },
      })
      expect(requestOf('bom_yields', format, { byteOrderMark: true })).to.deep.equal({ kind: 'bom_yields', format })
    }
  })

  it('offers the formats of the contract, and keeps all except the default in the URL', () => {
    const values = schemas.ExportFormat?.enum ?? []
    expect(values).to.have.length(3)
    expect(Object.keys(exportFormats)).to.deep.equal(values)
    expect(exportsSearch({ format: 'parquet' })).to.include({ format: 'parquet' })
    expect(exportsSearch({ format: 'xlsx' })).to.not.have.property('format')
    expect((['csv', 'jsonl', 'parquet'] as const).map(formatInUrl)).to.deep.equal([undefined, 'jsonl', 'parquet'])
  })

  it('can be prefilled with the parameters of an existing export', () => {
    const parameters = {
      fromSnapshotId: 'a',
      toSnapshotId: 'b',
      includeUnchanged: false,
      byteOrderMark: true,
      old: 'x',
    }
    expect(filtersOf('bom_yield_changes', parameters)).to.deep.equal({
      fromSnapshotId: 'a',
      toSnapshotId: 'b',
      byteOrderMark: true,
    })
  })

  it('updates only the parameters that differ', () => {
    const from = { style: 'a', sku: 'b', relationshipType: ['HAS_SKU'] }
    const to = { style: 'a', mpn: 'c', relationshipType: ['HAS_SKU'] }
    expect(changedFilters(from, to)).to.deep.equal({ sku: undefined, mpn: 'c' })
    expect(changedFilters(from, { ...from })).to.deep.equal({})
  })

  it('describes the parameters of an export by the names of its fields', () => {
    const textOf = (parameters: Record<string, unknown>) => parametersText({ kind: 'bom_yield_changes', parameters })
    expect(textOf({ style: '0012', changeType: 'added', byteOrderMark: true, includeUnchanged: false })).to.equal(
      'Style: 0012; Type of change: Added; For spreadsheets',
    )
    expect(textOf({})).to.equal('everything')
    expect(textOf({ newerThanThis: ['a', 'b'] })).to.equal('Newer than this: a, b')
  })

  it('shows how long an export took, and whether it is still open', () => {
    const took = (completedAt: string | null) => tookText({ createdAt: '2026-11-23T08:00:00.000Z', completedAt })
    const times = [null, '2026-11-23T08:00:00.400Z', '2026-11-23T08:00:03.250Z', '2026-11-23T08:02:05.000Z']
    expect(times.map(took)).to.deep.equal([null, 'less than 1\u00a0s', '3.3\u00a0s', '2\u00a0min 5\u00a0s'])
    const states = ['queued', 'running', 'completed', 'failed', 'expired'] as const
    expect(states.filter((status) => isOpen({ status }))).to.deep.equal(['queued', 'running'])
  })
})
