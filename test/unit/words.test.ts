import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

const root = join(import.meta.dirname, '../..')
const rooms =
  '{api,cli,client/generator,client/src,cypher,demo,dev,domain,explorer/src,kafka,process,projector,schemas,bench,test}'

/** Names of an older, private vocabulary, and the standard term that took the place of each. */
const replaced = {
  'invalidation, queue entry': /[Rr]echeck|reconcileMarks?/,
  'connected record, pair': /matchGroup|workPage/,
  'raw JSON, operation result': /readyJson|plainJson|knownResults?|\bperformed\b/,
  'protocol handler, call outcome': /\b\w*Face\b(?<!Typeface)/,
  'lock, locked': /\bhold(?:Entities|Links|Records|Claims|Versions)\b|hold-\w+\.cypher/,
  'publish, unpublish': /\b(?:un)?list(?:Entity|Link|Node)\(|\bunlisted/,
  'publish dead letters': /\b[Bb]ury|[Bb]uried/,
  mutex: /\binTurns?\b|\btakeTurns?\b/,
  'authentication throttle, quota': /\bguessing[A-Z-]|[Aa]llowances?[A-Z-]/,
  'filtered page, index read': /[Ss]ieved?\b/,
  'largest difference, endpoints': /worstOf|\b(?:endsOf|readEnds)\b/,
  'topic partition': /\bplaceOf\b/,
  'event actions, control context, commit step': /\bsayings\b|\bsettleMoment/,
  'matched record, previous references': /\btold(?:Record|Before)\b/,
  'counters, signal': /\b[Tt]all(?:y|ies)\b|\bwakeBell\b/,
  'tokens, tokenize': /foldWords?\b/,
  'tune heap, dependencies': /collectEarly|\bfoundation\b/,
}

describe('the names', () => {
  const self = 'test/unit/words.test.ts'
  const names = globSync(`${rooms}/**/*.{ts,tsx,cypher}`, { cwd: root, exclude: ['cypher/migrations/**'] })
  const files = names.filter((name) => name !== self && name !== 'test/faults/upgrade.test.ts')
  const texts = files.map((name) => ({ name, text: `${name}\n${readFileSync(join(root, name), 'utf8')}` }))

  for (const [term, pattern] of Object.entries(replaced)) {
    it(`say "${term}"`, () => {
      expect(texts.length).to.be.above(500)
      expect(texts.filter(({ text }) => pattern.test(text)).map(({ name }) => name)).to.deep.equal([])
    })
  }
})
