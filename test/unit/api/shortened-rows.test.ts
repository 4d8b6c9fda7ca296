import { expect } from 'chai'
import { z } from 'zod'
import { operation } from '../../../api/core/operation.ts'
import { pageOf, startOf } from '../../../api/core/page.ts'
import { performTool } from '../../../api/mcp/perform-tool.ts'
import { projected } from '../../../api/mcp/tools/row-fields.ts'
import { Cursor, Limit, pageOf as schemaOfPage } from '../../../schemas/common.ts'
import { contextFor } from '../../support/api/context.ts'

const MOST_CHARACTERS = 40_000
/** Rows of different lengths, so that pages have room for different numbers of rows. */
const all = Array.from({ length: 2500 }, (_, at) => ({
  id: at,
  label: 'x'.repeat((at * 37) % 900),
  body: 'y'.repeat(at === 1200 ? 50_000 : 2000),
}))
const list = { operationId: 'listOfTest', filters: {}, position: z.tuple([z.int()]) }
const asked: number[] = []

/** A list operation that returns its rows as values, or as stored JSON text. */
const listOfTest = (isStored: boolean) =>
  operation({
    operationId: list.operationId,
    method: 'GET',
    path: '/v1/list-of-test',
    scope: 'graph:read',
    tag: 'Entity graph',
    summary: 'Rows',
    description: 'Rows.',
    input: z.strictObject({ cursor: Cursor.optional(), limit: Limit }),
    output: schemaOfPage('ListOfTest', z.object({ id: z.int(), label: z.string(), body: z.string() })),
    examples: { input: {}, output: { data: [], links: { next: null }, meta: {} } },
    async handle({ cursor, limit }, context) {
      asked.push(limit)
      const [after] = startOf(list, context, cursor) ?? [-1]
      const found = all.slice(after + 1, after + 2 + limit)
      const { rows, links, nextAfter } = pageOf(list, context, { rows: found, limit, positionOf: ({ id }) => [id] })
      if (!isStored) return { data: [...rows], links, meta: {} }
      return { documents: rows.map((row) => JSON.stringify(row)), links, meta: {}, nextAfter }
    },
  })

const nowhere = { read: () => Promise.reject(new Error('nothing is read')) }
const context = contextFor(nowhere, 'quillmere')

for (const isStored of [false, true]) {
  describe(`rows with fewer fields, ${isStored ? 'stored as text' : 'as values'}`, () => {
    async function walk(paths: string[], limit: number) {
      const ids: unknown[] = []
      const pages: { rows: number; length: number; isCut: boolean }[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const input = { limit, ...(cursor ? { cursor } : {}) }
        const { response, rows, next } = await performTool(listOfTest(isStored), input, context, (data) =>
          projected(data, paths),
        )
        const data = response.data as { id: number }[]
        expect([rows, response.links]).to.deep.equal([data.length, { next }])
        ids.push(...data.map(({ id }) => id))
        pages.push({ rows, length: JSON.stringify(response).length, isCut: response.meta.truncatedBy === 'size' })
        cursor = next
      }
      return { ids, pages }
    }

    it('fill each page as far as a result has room, and none is lost', async () => {
      asked.length = 0
      const { ids, pages } = await walk(['id', 'label'], 1000)
      expect(ids).to.deep.equal(all.map(({ id }) => id))
      for (const { length, isCut } of pages) {
        expect(length).to.be.at.most(MOST_CHARACTERS)
        if (isCut) expect(length).to.be.above(MOST_CHARACTERS - 2000)
      }
      const cut = pages.filter(({ isCut }) => isCut)
      expect(cut.length).to.be.above(20)
      // A cut page of values is read twice to get its cursor; for stored rows the first read returns it.
      expect(asked.length).to.equal(isStored ? pages.length : pages.length + cut.length)
    })

    it('are not cut if they fit, and are read once', async () => {
      asked.length = 0
      const { ids, pages } = await walk(['id'], 1000)
      expect(ids).to.have.length(2500)
      expect(pages.map(({ rows, isCut }) => [rows, isCut])).to.deep.equal([
        [1000, false],
        [1000, false],
        [500, false],
      ])
      expect(asked).to.deep.equal([1000, 1000, 1000])
    })

    it('are at least one per page, however long it is', async () => {
      const { ids, pages } = await walk(['id', 'body'], 100)
      expect(ids).to.deep.equal(all.map(({ id }) => id))
      expect(pages.filter(({ length }) => length > MOST_CHARACTERS)).to.deep.equal([
        { rows: 1, length: pages.find(({ length }) => length > MOST_CHARACTERS)?.length, isCut: true },
      ])
    })
  })
}

describe('one resource that is too long for a result', () => {
  const length = { items: 300, others: 3 }
  const listOf = (count: number) => Array.from({ length: count }, (_, at) => ({ at, text: 'x'.repeat(300) }))
  const whole = { name: 'one', others: listOf(length.others), items: listOf(length.items) }
  const resourceOfTest = operation({
    operationId: 'resourceOfTest',
    method: 'GET',
    path: '/v1/resource-of-test',
    scope: 'graph:read',
    tag: 'Entity graph',
    summary: 'One',
    description: 'One.',
    input: z.strictObject({ isShort: z.boolean() }),
    output: z.object({
      data: z.object({
        name: z.string(),
        others: z.array(z.object({ at: z.int(), text: z.string() })),
        items: z.array(z.object({ at: z.int(), text: z.string() })),
      }),
      meta: z.object({}),
    }),
    examples: { input: { isShort: true }, output: { data: { name: 'one', others: [], items: [] }, meta: {} } },
    async handle({ isShort }) {
      return { data: isShort ? { ...whole, items: whole.items.slice(0, 50) } : whole, meta: {} }
    },
  })
  const asked = (isShort: boolean) => performTool(resourceOfTest, { isShort }, context)

  it('is returned with the beginning of its longest list, as far as there is room, and a hint', async () => {
    const { response } = await asked(false)
    const { items, ...others } = response.data as typeof whole
    expect(JSON.stringify(response).length).to.be.within(MOST_CHARACTERS - 400, MOST_CHARACTERS)
    expect(items).to.deep.equal(whole.items.slice(0, items.length))
    expect(others).to.deep.equal({ name: 'one', others: whole.others })
    const hint = `items has only ${items.length} of 300 items. Select fewer fields, or ask for less in one call.`
    expect(response.meta).to.deep.equal({ hint, truncatedBy: 'size' })
  })

  it('is returned whole if there is room', async () => {
    const { response } = await asked(true)
    expect(response).to.deep.equal({ data: { ...whole, items: whole.items.slice(0, 50) }, meta: {} })
  })
})
