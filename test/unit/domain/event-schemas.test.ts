import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import { bomEvents } from '../../../demo/bom/bom-events.ts'
import { demoEvents } from '../../../demo/demo-events.ts'
import { validateBomEvent } from '../../../domain/events/decode-bom-event.ts'
import { validateEvent } from '../../../domain/events/decode-event.ts'
import { eventSchemas } from '../../../schemas/records/event-schemas.ts'
import { accepted, refused, refusedByDecoder } from '../../support/events/event-cases.ts'

const folder = join(import.meta.dirname, '../../../schemas/events')
const committed = new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]))

const ajv = new Ajv2020({ strict: true, allErrors: true })
addFormats.default(ajv)
for (const text of committed.values()) ajv.addSchema(JSON.parse(text))

function accepts(event: { type: string }): boolean {
  const validate = ajv.getSchema(`${event.type}.json`)
  if (!validate) throw new Error(`no schema for ${event.type}`)
  return validate(event) === true
}

const outcomeOf = (candidate: { type: string }) =>
  (candidate.type.startsWith('tenantdata.bom.') ? validateBomEvent(candidate) : validateEvent(candidate)).outcome

describe('event schemas', () => {
  it('are committed as they are generated', () => {
    const generated = new Map(
      [...eventSchemas()].map(([file, schema]) => [file, `${JSON.stringify(schema, null, 2)}\n`]),
    )
    expect([...committed.keys()].sort()).to.deep.equal([...generated.keys()].sort())
    for (const [file, text] of generated) expect(committed.get(file), file).to.equal(text)
  })

  for (const [name, candidate] of Object.entries(accepted)) {
    it(`accept ${name}, as the decoder does`, () => {
      expect(outcomeOf(candidate)).to.equal('event')
      expect(accepts(candidate)).to.equal(true)
    })
  }

  for (const [name, candidate] of Object.entries(refused)) {
    it(`reject ${name}, as the decoder does`, () => {
      expect(outcomeOf(candidate)).to.equal('dead')
      expect(accepts(candidate)).to.equal(false)
    })
  }

  for (const [name, candidate] of Object.entries(refusedByDecoder)) {
    it(`accept ${name}, which only the decoder rejects`, () => {
      expect(outcomeOf(candidate)).to.equal('dead')
      expect(accepts(candidate)).to.equal(true)
    })
  }

  it('accept every event of the demo', () => {
    const smoke = { organization: 'quillmere', profile: 'smoke' } as const
    const events = [...demoEvents(smoke), ...bomEvents(smoke)].map(({ value }) => value)
    expect(events.length).to.be.greaterThan(100)
    expect(events.filter((value) => !accepts(value))).to.deep.equal([])
  })
})
