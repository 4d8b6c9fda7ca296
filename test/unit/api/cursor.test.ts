import { expect } from 'chai'
import fc from 'fast-check'
import { type CursorBinding, createCursors } from '../../../api/core/cursor.ts'
import { ApiError } from '../../../api/core/errors.ts'
import { MAX_CURSOR_LENGTH } from '../../../schemas/common.ts'

const key = (fill: number) => Buffer.alloc(32, fill)
const cursors = createCursors([key(1)])
const binding: CursorBinding = {
  organization: 'quillmere',
  operationId: 'searchEntities',
  filters: { type: 'style', q: undefined },
}
const position = [2, 'a5a0ab7d-e70a-5115-b601-3582cd489e66']

function codeOf(opening: () => unknown): string {
  try {
    opening()
    return 'opened'
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error)
  }
}

describe('cursor', () => {
  const cursor = cursors.seal(binding, position)

  it('opens to the position that it was sealed with, for any position', () => {
    expect(cursors.open(binding, cursor)).to.deep.equal(position)
    const positions = fc.array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer()), { maxLength: 5 })
    fc.assert(
      fc.property(positions, (any) => {
        expect(cursors.open(binding, cursors.seal(binding, any))).to.deep.equal(any)
      }),
    )
  })

  it('is the same for the same position, in any process with the same keys', () => {
    expect(createCursors([key(1)]).seal({ ...binding, filters: { type: 'style' } }, position)).to.equal(cursor)
    const ordered = { ...binding, filters: { a: 1, b: [2, 1] } }
    const shuffled = { ...binding, filters: { b: [2, 1], a: 1 } }
    expect(cursors.seal(shuffled, position)).to.equal(cursors.seal(ordered, position))
  })

  it('reveals nothing of the position, and has another nonce for each position', () => {
    const decoded = Buffer.from(cursor, 'base64url').toString('latin1')
    expect(decoded).not.to.include('a5a0ab7d')
    const nonces = new Set<string>()
    for (let at = 0; at < 1000; at++) nonces.add(cursors.seal(binding, [at]).slice(0, 16))
    expect(nonces.size).to.equal(1000)
  })

  it('is valid for one organization, one operation, and one set of filters', () => {
    const others: Partial<CursorBinding>[] = [
      { organization: 'tessaro' },
      { operationId: 'listEntityRelationships' },
      { filters: { type: 'sku' } },
      { filters: { type: 'style', q: 'a' } },
      { filters: {} },
      { organization: 'quillmere","searchEntities', operationId: 'x' },
    ]
    for (const other of others) {
      expect(
        codeOf(() => cursors.open({ ...binding, ...other }, cursor)),
        JSON.stringify(other),
      ).to.equal('invalid_cursor')
    }
  })

  it('is invalid after any change to its text', () => {
    const bytes = Buffer.from(cursor, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(
        codeOf(() => cursors.open(binding, flipped.toString('base64url'))),
        `bit ${bit}`,
      ).to.equal('invalid_cursor')
    }
    const edits = [
      '',
      'x',
      cursor.slice(1),
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}=`,
      `${cursor}!`,
      ` ${cursor}`,
      cursor.toUpperCase(),
      Buffer.from(JSON.stringify(position)).toString('base64url'),
      cursor + cursor,
    ]
    for (const edited of edits) {
      expect(
        codeOf(() => cursors.open(binding, edited)),
        JSON.stringify(edited),
      ).to.equal('invalid_cursor')
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (forged) => {
        expect(codeOf(() => cursors.open(binding, forged))).to.equal('invalid_cursor')
      }),
    )
  })

  it('opens with any of the keys, and is sealed with the first', () => {
    const rotated = createCursors([key(2), key(1)])
    expect(rotated.open(binding, cursor)).to.deep.equal(position)
    const renewed = rotated.seal(binding, position)
    expect(renewed).not.to.equal(cursor)
    expect(createCursors([key(2)]).open(binding, renewed)).to.deep.equal(position)
    expect(codeOf(() => createCursors([key(2)]).open(binding, cursor))).to.equal('invalid_cursor')
    expect(() => createCursors([])).to.throw('CURSOR_KEYS')
  })

  it('of changes fits 200 partitions with a billion events each', () => {
    const feeds = Array.from({ length: 200 }, (_, partition) => [`4f1d0a7c-${partition}`, 16 * 10 ** 9 + partition])
    expect(cursors.seal(binding, [1_789_000_000_000, ...feeds.flat()]).length).to.be.within(7000, 8192)
  })

  it('of changes fits 200 partitions with a billion events each', () => {
    const feeds = Array.from({ length: 200 }, (_, partition) => [`4f1d0a7c-${partition}`, 16 * 10 ** 9 + partition])
    expect(cursors.seal(binding, [1_789_000_000_000, ...feeds.flat()]).length).to.be.within(7000, MAX_CURSOR_LENGTH)
  })

  it('never exceeds the maximum length of the parameter cursor', () => {
    expect(() => cursors.seal(binding, ['x'.repeat(MAX_CURSOR_LENGTH)])).to.throw('too long')
    expect(cursors.seal(binding, [1, 'f'.repeat(36), `CARRIED_OVER_FROM/${'f'.repeat(36)}`]).length).to.be.below(2048)
  })
})
