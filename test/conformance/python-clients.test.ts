import { expect } from 'chai'
import type { McpWorld } from '../support/api/mcp.ts'
import { type Refusal, startRefusing } from '../support/api/refusals.ts'
import { askInPython, type Generation, installBoth } from './python.ts'

const statuses = [401, 403, 429, 503] as const
const modes: [Generation, mode: string][] = [
  [1, ''],
  [2, 'legacy'],
  [2, 'auto'],
  [2, '2026-07-28'],
]

describe('the official Python clients of MCP (findings C4)', () => {
  let pythons: Map<Generation, string>
  let world: McpWorld
  let refusals: Refusal[]

  before(async function () {
    pythons = await installBoth(this)
    ;({ world, refusals } = await startRefusing())
  })
  after(() => world?.close())

  const ask = (generation: Generation, mode: string, token: string, tool: string, given: object) =>
    askInPython(pythons.get(generation) ?? '', [`${world.api.url}/mcp`, token, mode, tool, JSON.stringify(given)])

  for (const [generation, mode] of modes) {
    const name = `generation ${generation}${mode && `, ${mode}`}`

    it(`${name} lists and calls tools, and shows how to fix an invalid call`, async () => {
      const token = await world.token(['graph:read'])
      const told = await ask(generation, mode, token, 'search_entities', { query: 'poplin' })
      expect(told.errors).to.deep.equal([])
      expect(told.tools).to.include('search_entities')
      expect(told.text).to.contain('did you mean q?')
    })

    for (const status of statuses) {
      it(`${name} shows the message of a ${status}`, async () => {
        const refusal = refusals.find((one) => one.status === status)
        if (!refusal) throw new Error(`no refusal with ${status}`)
        const token = await refusal.token()
        await refusal.spend?.(token)
        const told = await ask(generation, mode, token, refusal.tool, {})
        expect(told.errors.join('\n')).to.match(refusal.told)
      })
    }
  }
})
