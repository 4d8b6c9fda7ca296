import { expect } from 'chai'
import { invalidRequest } from '../../../api/core/input/invalid-request.ts'
import { MAX_FAULTS } from '../../../schemas/checking/check-value.ts'

describe('a request with invalid inputs', () => {
  const faults = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => ({ in: 'body' as const, name: `${at} ${name}`, detail: 'is not a field' }))

  it('lists at most 100 errors, and states their total number', () => {
    const { errors, message } = invalidRequest(faults(MAX_FAULTS + 1, 'name'))
    expect(errors).to.have.length(MAX_FAULTS)
    const told = message.split('. ').filter((sentence) => sentence.endsWith('is not a field')).length
    expect(message).to.match(new RegExp(`errors lists ${MAX_FAULTS - told} more\\.$`))
    expect(message.length).to.be.below(1100)
  })

  it('has a bounded length, however long the names of its inputs are', () => {
    const { errors, message } = invalidRequest(faults(MAX_FAULTS, 'x'.repeat(10_000)))
    expect(errors?.map(({ name }) => name.length)).to.deep.equal(Array.from({ length: MAX_FAULTS }, () => 200))
    expect(message.length).to.be.below(1100)
  })
})
