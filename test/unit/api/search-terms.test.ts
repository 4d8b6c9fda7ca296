import { expect } from 'chai'
import fc from 'fast-check'
import { searchTerms } from '../../../domain/search/search-terms.ts'
import { tokenize } from '../../../domain/search/tokens.ts'

/** The characters with a special meaning for Lucene's classic query parser. */
const special = [
  '+',
  '-',
  '&&',
  '||',
  '!',
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  '^',
  '"',
  '~',
  '*',
  '?',
  ':',
  '\\',
  '/',
  '|',
  '&',
]
const operators = [
  'AND',
  'OR',
  'NOT',
  'TO',
  'and',
  '\u3000',
  '\t',
  '\n',
  'tenantKey:other',
  '* OR tenantKey:*',
  '_exists_:',
]
const word = String.raw`[\p{Ll}\p{Lo}\p{Lm}\p{N}]+`
const syntax = new RegExp(
  String.raw`^(\+type:[a-z_]+ )?(\+words:${word}\* )+\((\+words:${word} ?)+\)\^1000 words:"(${word} ?)+"\^1000000$`,
  'u',
)

describe('searchTerms', () => {
  it('requires each word as a prefix, and boosts whole words and phrases', () => {
    expect(searchTerms(['poplin', '120'])).to.equal(
      '+words:poplin* +words:120* (+words:poplin +words:120)^1000 words:"poplin 120"^1000000',
    )
    expect(searchTerms(['a', 'a'], 'bom_publication')).to.equal(
      '+type:bom_publication +words:a* (+words:a)^1000 words:"a a"^1000000',
    )
  })

  it('contains no input that Lucene would parse as syntax', () => {
    const part = fc.oneof(
      fc.constantFrom(...special, ...operators),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 20 }), (parts) => {
        const words = tokenize(parts.join(''))
        if (words.length > 0) expect(searchTerms(words)).to.match(syntax)
      }),
      { numRuns: 3000 },
    )
    expect(tokenize(special.join(''))).to.deep.equal([])
  })

  it('cuts a prefix at the maximum length of a token in the index', () => {
    expect(searchTerms(['a'.repeat(500)])).to.include(`+words:${'a'.repeat(255)}* `)
  })
})

describe('the tokens of a text', () => {
  it('are the same for spellings that people consider the same', () => {
    const same = [
      ['Été', 'ete', 'E\u0301TE\u0301'],
      ['Größe', 'GROSSE', 'große', 'grösse'],
      ['ÆON', 'aeon'],
      ['Łódź', 'lodz'],
      ['İstanbul', 'istanbul', 'ıstanbul'],
      ['ΜΑΣΚΑ ΜΑΣ', 'μασκα μας'],
      ['ﬁne', 'fine'],
      ['①', '1'],
    ]
    for (const [first = '', ...others] of same) {
      for (const other of others) expect(tokenize(other), `${other} as ${first}`).to.deep.equal(tokenize(first))
    }
  })

  it('of a prefix are a prefix of the tokens, even with a final sigma', () => {
    const [whole = ''] = tokenize('ΜΑΣΚΑ')
    expect(whole.startsWith(tokenize('ΜΑΣ')[0] ?? '?')).to.equal(true)
  })

  it('are split at everything except letters and digits, and do not change if they are tokenized again', () => {
    expect(tokenize('MT-01022 "Poplin" (120g/m²)')).to.deep.equal(['mt', '01022', 'poplin', '120g', 'm2'])
    expect(tokenize('-- !! --')).to.deep.equal([])
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (label) => {
        const words = tokenize(label)
        expect(tokenize(words.join(' '))).to.deep.equal(words)
      }),
    )
  })
})
