import { expect } from 'chai'
import { z } from 'zod'
import { CalculateMaterialRequirementsInput } from '../../../schemas/bom/material-requirements.ts'
import { ListBomYieldChangesInput } from '../../../schemas/bom/yields.ts'
import { checkValue } from '../../../schemas/checking/check-value.ts'
import { nullable, text, UnitOfMeasure, Uuid } from '../../../schemas/common.ts'
import { GetEntityInput, ListEntityRelationshipsInput, SearchEntitiesInput } from '../../../schemas/graph/entities.ts'
import { EntityType } from '../../../schemas/graph/entity-types.ts'
import { RelationshipType } from '../../../schemas/graph/link-types.ts'
import { CompareMaterialPositionsInput } from '../../../schemas/materials/connected-operations.ts'
import { Envelope, recordData } from '../../../schemas/records/record-events.ts'
import { UnitAsSent } from '../../../schemas/values/as-sent.ts'
import { TimeAsSent } from '../../../schemas/values/input-times.ts'

function faultsOf(schema: z.ZodType, value: unknown): string[] {
  const checked = checkValue(schema, value)
  return checked.success ? [] : checked.faults.map(({ path, detail }) => `${path.join('.')}: ${detail}`)
}

const uuid = 'a UUID such as a5a0ab7d-e70a-5115-b601-3582cd489e66'
const types = EntityType.options.join(', ')

describe('checkValue', () => {
  const cases: [what: string, schema: z.ZodType, value: unknown, faults: string[]][] = [
    ['what is missing', GetEntityInput, {}, [`entityId: is required and must be ${uuid}`]],
    ['what has another form', GetEntityInput, { entityId: 'MT-6' }, [`entityId: must be ${uuid}`]],
    ['what has another type', GetEntityInput, { entityId: 6 }, [`entityId: must be ${uuid}`]],
    [
      'a value that is not among those allowed',
      SearchEntitiesInput,
      { type: 'shoe' },
      [`type: must be one of ${types}`],
    ],
    ['a number beyond its range', SearchEntitiesInput, { limit: 1001 }, ['limit: must be an integer from 1 to 1000']],
    ['a fraction', SearchEntitiesInput, { limit: 2.5 }, ['limit: must be an integer from 1 to 1000']],
    [
      'a number beyond all integers',
      SearchEntitiesInput,
      { limit: 1e300 },
      ['limit: must be an integer from 1 to 1000'],
    ],
    [
      'an unknown name in a form of a union',
      CalculateMaterialRequirementsInput,
      { items: [{ sku: 'K', pieces: 3, color: 'RED' }], stock: { factori: 'F', factory: 'F' } },
      [
        'items.0.color: is not a field. The fields are sku, pieces',
        'stock.factori: is not a field; did you mean factory? The only field is factory',
      ],
    ],
    ['null', SearchEntitiesInput, { limit: null }, ['limit: must be an integer from 1 to 1000']],
    ['text that is too short', SearchEntitiesInput, { q: '' }, ['q: must be text of 1 to 500 characters']],
    ['text that is too long', SearchEntitiesInput, { q: 'x'.repeat(501) }, ['q: must be text of 1 to 500 characters']],
    ['no text', SearchEntitiesInput, { q: ['x'] }, ['q: must be text of 1 to 500 characters']],
    [
      'a date in words',
      ListBomYieldChangesInput,
      { from: 'last week', to: '2026-02-30' },
      ['from: must be a date such as 2026-03-14 (YYYY-MM-DD)', 'to: must be a date such as 2026-03-14 (YYYY-MM-DD)'],
    ],
    [
      'a pattern, in the words of its schema',
      ListBomYieldChangesInput,
      { fromSnapshotId: '412' },
      [
        'fromSnapshotId: must be a ULID such as 01JPQ8Z5T0V6M3C1K9W2R7X4YB (26 characters of 0 to 9 and A to Z without I, L, O, U)',
      ],
    ],
    [
      'text in the place of a list, once',
      ListEntityRelationshipsInput,
      { entityId: 'a5a0ab7d-e70a-5115-b601-3582cd489e66', relationshipType: 'USES_MATERIAL' },
      [`relationshipType: must be a list of 1 to 10 items, each one of ${RelationshipType.options.join(', ')}`],
    ],
    [
      'an item of a list',
      ListEntityRelationshipsInput,
      { entityId: 'a5a0ab7d-e70a-5115-b601-3582cd489e66', relationshipType: ['USES'] },
      [`relationshipType.0: must be one of ${RelationshipType.options.join(', ')}`],
    ],
    [
      'a truth in words',
      ListBomYieldChangesInput,
      { includeUnchanged: 'yes' },
      ['includeUnchanged: must be true or false'],
    ],
    [
      'an unknown name, with the nearest one',
      SearchEntitiesInput,
      { query: 'poplin' },
      [
        'query: is not a parameter; did you mean q? The parameters are cursor, limit, type, q, code, ' +
          'lifecycleState, season, materialType, countryCode, certification, fibre, updatedSince, count',
      ],
    ],
    [
      'an unknown name that is near none',
      GetEntityInput,
      { entityId: 'a5a0ab7d-e70a-5115-b601-3582cd489e66', colour: 1 },
      ['colour: is not a parameter. The only parameter is entityId'],
    ],
    ['a name where there is none', z.strictObject({}), { x: 1 }, ['x: is not a parameter. There are no parameters']],
    [
      'an unknown name further inside',
      CompareMaterialPositionsInput,
      { pairs: [{ material: 'a', factory: 'b', sku: 'c' }], systems: ['erp', 'wms'] },
      ['pairs.0.sku: is not a field. The fields are material, factory'],
    ],
    ['a list in the place of an object', SearchEntitiesInput, [], [': must be an object']],
    [
      'decimals with zeros at the end, and below zero',
      CompareMaterialPositionsInput,
      {
        pairs: [{ material: 'a', factory: 'b' }],
        systems: ['erp', 'wms'],
        tolerance: { percent: '1.0', absolute: { MTR: '-1' } },
      },
      [
        'tolerance.percent: must be a decimal in quotes from 0 without trailing zeros, such as 1 or 0.5',
        'tolerance.absolute.MTR: must be a decimal in quotes from 0 without trailing zeros, such as 1 or 0.5',
      ],
    ],
    ['a literal', z.object({ n: z.literal('1.0') }), { n: '2.0' }, ['n: must be 1.0']],
    ['literals', z.object({ n: z.union([z.literal(1), z.literal(12)]) }), { n: 2 }, ['n: must be 1 or 12']],
    [
      'one of several forms by the type that was given',
      z.object({ v: z.union([z.object({ a: z.int() }), z.array(z.int())]) }),
      { v: { a: 'x' } },
      ['v.a: must be an integer'],
    ],
    [
      'one of several forms of which none fits',
      z.object({ v: z.union([z.object({ a: z.int() }), z.array(z.int())]) }),
      { v: 'x' },
      ['v: must be an object or a list'],
    ],
    ['something that may be null', z.object({ id: nullable(Uuid) }), { id: 'x' }, [`id: must be ${uuid} or null`]],
    [
      'a rule of a schema, in its words',
      z.object({ a: z.int() }).refine(() => false, 'is odd'),
      { a: 1 },
      [': is odd'],
    ],
    [
      'every fault',
      SearchEntitiesInput,
      { limit: 0, q: '' },
      ['limit: must be an integer from 1 to 1000', 'q: must be text of 1 to 500 characters'],
    ],
    [
      'a form that is chosen by a field',
      recordData.link,
      { type: 'USES', from: 1 },
      ['type: must be one of SUPPLIED_BY, PRODUCED_BY, SUBSTITUTE_FOR, CARRIED_OVER_FROM, MADE_FROM, OWNED_BY'],
    ],
    ['a time', z.object({ time: TimeAsSent }), { time: 'now' }, ['time: must be a time such as 2026-03-14T02:10:00Z']],
    ['a unit', z.object({ uom: UnitAsSent(z.enum(['MTR', 'EA'])) }), { uom: 'yards' }, ['uom: must be one of MTR, EA']],
    [
      'a unit that may be null',
      z.object({ uom: UnitAsSent(nullable(z.enum(['MTR', 'EA']))) }),
      { uom: 'yards' },
      ['uom: must be one of MTR, EA, or null'],
    ],
    ['nothing at all', Envelope, undefined, [': is required and must be an object']],
  ]
  for (const [what, schema, value, faults] of cases) {
    it(`describes the errors of ${what}`, () => {
      expect(faultsOf(schema, value)).to.deep.equal(faults)
    })
  }

  it('lists the units that a material can have', () => {
    const faults = faultsOf(recordData.material, { baseUom: 'yards' })
    expect(faults).to.include(`baseUom: must be one of ${UnitOfMeasure.options.join(', ')}, or null`)
  })

  it('returns the value that the schema parses', () => {
    expect(checkValue(SearchEntitiesInput, { q: 'x' })).to.deep.equal({ success: true, data: { q: 'x', limit: 100 } })
  })

  it('lists at most 100 errors', () => {
    const values = Array.from({ length: 5000 }, () => 'x')
    expect(faultsOf(z.array(z.int()), values)).to.have.length(100)
  })

  it('lists at most 100 errors of unknown members, of unions, and of unions in a list', () => {
    const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`n${at}`, 0]))
    const object = z.strictObject({ name: z.string().optional() })
    const form = z.union([object, z.strictObject({ other: z.string(), more: z.string() })])
    for (const [schema, value] of [
      [object, unknown],
      [form, unknown],
      [z.array(form), Array.from({ length: 300 }, () => unknown)],
    ] as const)
      expect(faultsOf(schema, value)).to.have.length(100)
  })

  it('describes only the errors that it lists, so that 50,000 errors cost little more than validation', () => {
    const shape = Array.from({ length: 25 }, (_, at) => [`fieldOfSomeName${at}`, z.string().optional()])
    const schema = z.strictObject(Object.fromEntries(shape))
    const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`fieldOfSomeNam${at}`, 0]))
    const least = (work: () => unknown) => Math.min(...[1, 2, 3].map(() => cpuMsOf(work)))
    const discovery = least(() => schema.safeParse(unknown, { error: () => '' }))
    expect(least(() => checkValue(schema, unknown))).to.be.below(20 * discovery)
  })

  it('never uses the wording of the validation library for event data', () => {
    const strange: unknown[] = [null, 1, 'x', '', true, [], {}, [null], -1.5]
    const shapes = Object.values(recordData).flatMap((schema) => (schema instanceof z.ZodObject ? [schema] : []))
    for (const schema of shapes) {
      for (const value of strange) {
        const given = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, value]))
        for (const fault of faultsOf(schema, given)) {
          expect(fault)
            .to.match(/: \S/)
            .and.not.match(/: .*(invalid|expected|received|too (big|small)|must match|another value)/i)
        }
      }
    }
  })

  it('counts Unicode characters, not UTF-16 code units', () => {
    expect(faultsOf(z.object({ a: text(2) }), { a: '👗👗' })).to.deep.equal([])
    expect(faultsOf(z.object({ a: text(2) }), { a: 'abc' })).to.deep.equal(['a: must be text of at most 2 characters'])
  })
})

/** CPU time of this thread in milliseconds: the load of the machine does not change it. */
function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
