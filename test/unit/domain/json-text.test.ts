import { expect } from 'chai'
import fc from 'fast-check'
import {
  dataParts,
  fieldOf,
  fieldsOf,
  joinFields,
  keyFieldOf,
  objectText,
  withFields,
} from '../../../domain/text/json-text.ts'

/** Random objects whose field names start with a letter, so that two objects share no name. */
const objectOf = (letter: string) =>
  fc.dictionary(
    fc.string({ unit: 'binary', maxLength: 4 }).map((rest) => `${letter}${rest}`),
    fc.option(fc.jsonValue(), { nil: undefined }),
    { maxKeys: 4 },
  )
const key = fc.stringMatching(/^[\w.-]{0,40}$/)

describe('JSON text that is concatenated from JSON texts', () => {
  it('equals the serialized object if fields are added to an object', () => {
    fc.assert(
      fc.property(objectOf('a'), objectOf('b'), (object, more) => {
        expect(withFields(JSON.stringify(object), more)).to.equal(JSON.stringify({ ...object, ...more }))
      }),
    )
  })

  it('equals the serialized object if an object is made of fields', () => {
    fc.assert(
      fc.property(objectOf('a'), fc.jsonValue(), key, objectOf('b'), (first, value, id, last) => {
        const middle = joinFields([fieldOf('text', JSON.stringify(value)), keyFieldOf('key', id)])
        const text = objectText([fieldsOf(first), middle, fieldsOf(last)])
        expect(text).to.equal(JSON.stringify({ ...first, text: value, key: id, ...last }))
        expect(fieldOf('none', null)).to.equal(fieldsOf({ none: null }))
      }),
    )
  })

  it('equals the serialized object if a response is made of documents', () => {
    fc.assert(
      fc.property(fc.array(objectOf('a'), { maxLength: 4 }), objectOf('b'), (documents, envelope) => {
        const texts = documents.map((document) => JSON.stringify(document))
        expect(dataParts(texts, true, envelope).join('')).to.equal(JSON.stringify({ data: documents, ...envelope }))
        for (const [at, data] of documents.entries()) {
          const text = dataParts(texts.slice(at, at + 1), false, envelope).join('')
          expect(text).to.equal(JSON.stringify({ data, ...envelope }))
        }
      }),
    )
  })
})
