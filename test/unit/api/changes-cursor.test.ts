import { expect } from 'chai'
import { listChanges } from '../../../api/operations/graph/list-changes.ts'
import { contextFor } from '../../support/api/context.ts'
import { errorOf } from '../../support/client/local-client.ts'

/** A graph in which the organization has no feed yet. */
const empty = { read: async () => [{ feeds: [], readAt: 1_789_000_000_000 }] }
const context = contextFor(empty as unknown as Parameters<typeof contextFor>[0], 'quillmere')

async function resumeOf(input: object): Promise<string> {
  const page = await listChanges.handle(listChanges.input.parse(input), context)
  return (page as { meta: { resume: string } }).meta.resume
}

describe('a cursor of changes', () => {
  it('is valid with, without, and with another since', async () => {
    const cursor = await resumeOf({ type: 'material', since: '2026-09-13' })
    for (const since of ['2026-09-13', '2026-09-12', undefined])
      expect(await resumeOf({ type: 'material', since, cursor })).to.be.a('string')
  })

  it('is not valid with another kind, type, or entity', async () => {
    const cursor = await resumeOf({ type: 'material' })
    const entityId = '106775a1-234e-5efd-a0fc-78f178a82a20'
    for (const other of [{}, { type: 'style' }, { type: 'material', kind: 'entity' }, { type: 'material', entityId }])
      expect(await errorOf(resumeOf({ ...other, cursor }))).to.include({ code: 'invalid_cursor' })
  })
})
