import { expect } from 'chai'
import { createOrganizationMutex } from '../../../projector/partitions/organization-mutex.ts'

/** Tasks that end when the test says so, and the order in which they started. */
function tasks() {
  const mutexOf = createOrganizationMutex()
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  return {
    begun,
    begin(name: string, organizations: readonly string[]): Promise<void> {
      const end = Promise.withResolvers<void>()
      ends.set(name, end)
      return mutexOf(organizations)(() => {
        begun.push(name)
        return end.promise
      })
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.resolve()
      await settled()
    },
    async fail(name: string): Promise<void> {
      ends.get(name)?.reject(new Error(`${name} failed`))
      await settled()
    },
  }
}

/** Resolves after all promises that are already settled have run their callbacks. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the mutex of organizations', () => {
  it('runs the tasks of an organization one at a time, in the order of the calls', async () => {
    const { begin, begun, end } = tasks()
    for (const name of ['first', 'second', 'third']) begin(name, ['alderby'])
    await settled()
    expect(begun).to.deep.equal(['first'])
    await end('first')
    expect(begun).to.deep.equal(['first', 'second'])
    await end('second')
    expect(begun).to.deep.equal(['first', 'second', 'third'])
  })

  it('runs tasks without a common organization concurrently', async () => {
    const { begin, begun, end } = tasks()
    begin('alderby', ['alderby'])
    begin('brannock', ['brannock'])
    begin('both', ['brannock', 'alderby'])
    begin('brannock again', ['brannock'])
    begin('none', [])
    await settled()
    expect(begun).to.deep.equal(['none', 'alderby', 'brannock'])
    await end('brannock')
    expect(begun, 'one that waits holds its place').to.deep.equal(['none', 'alderby', 'brannock'])
    await end('alderby')
    expect(begun.at(-1)).to.equal('both')
    await end('both')
    expect(begun.at(-1)).to.equal('brannock again')
  })

  it('continues after a task that fails, and rejects its promise', async () => {
    const { begin, begun, fail } = tasks()
    const failing = begin('first', ['alderby']).catch((error: Error) => error.message)
    begin('second', ['alderby'])
    await settled()
    await fail('first')
    expect(await failing).to.equal('first failed')
    expect(begun).to.deep.equal(['first', 'second'])
  })
})
