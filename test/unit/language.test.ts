import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { projectFolder } from '../../dev/runtime/folders.ts'
import { hitsIn, idioms, linesOf, proseOf, type Read, stringsOf, terms, wordsOf } from '../support/language.ts'

const files = (pattern: string | string[]) => globSync(pattern, { cwd: projectFolder, exclude: ['**/node_modules/**'] })
const json = (file: string): unknown => JSON.parse(readFileSync(join(projectFolder, file), 'utf8'))
const strings = (pattern: string) => files(pattern).flatMap(stringsOf)

/** Texts that users read, in which no word may occur that the glossary replaces. */
const read: { name: string; reads: Read[] }[] = [
  {
    name: 'README, changelog and guides',
    reads: files(['*.md', 'docs/!(adr)/**/*.md', 'docs/*.md']).flatMap(proseOf),
  },
  { name: 'decisions', reads: files('docs/adr/*.md').flatMap(proseOf) },
  { name: 'README of parts', reads: files('{client,explorer,bench,deploy}/**/*.md').flatMap(proseOf) },
  { name: 'OpenAPI', reads: wordsOf('', json('api/openapi.json')) },
  { name: 'AsyncAPI', reads: wordsOf('', json('api/asyncapi.json')) },
  { name: 'problems and settings', reads: strings('schemas/**/*.ts') },
  { name: 'API', reads: strings('api/**/*.ts') },
  { name: 'command line', reads: strings('cli/**/*.ts') },
  { name: 'explorer', reads: strings('explorer/src/**/*.{ts,tsx}') },
  { name: 'npm start', reads: [...strings('dev/**/*.ts'), ...strings('demo/**/*.ts')] },
  { name: 'logs', reads: strings('{projector,kafka,cypher,process,domain,audit}/**/*.ts') },
  {
    name: 'alerts, chart and proxy',
    reads: linesOf(['deploy/**/*.{yml,yaml,cfg,json,txt}', 'docker-compose.yml']),
  },
]

/** Texts that developers read, with the maximum number of idioms in them, which may only decrease. */
const written: { name: string; reads: Read[]; left: number }[] = [
  {
    name: 'code',
    reads: linesOf(
      '{api,audit,cli,schemas,projector,kafka,process,domain,cypher,dev,demo,explorer/src,client/src,client/generator,bench}/**/*.{ts,tsx,js,css,cypher}',
    ),
    left: 21,
  },
  {
    name: 'tests',
    reads: linesOf('test/**/*.ts', ['test/support/language.ts', 'test/unit/language.test.ts']),
    left: 21,
  },
]

/** Files that keep the old names: statements of earlier versions, and this list. */
const unnamed = ['cypher/migrations/', 'test/faults/upgrade.test.ts', 'test/unit/language.test.ts']

/** Old names that are no longer used, by the standard terms that replaced them. */
const replacedNames = {
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

describe('the language', () => {
  for (const { name, reads } of read) {
    it(`of ${name} has no word that the glossary replaces`, () => {
      const hits = hitsIn(reads, [...idioms, ...terms])
      const shown = hits.map(({ where, word, use }) => `${where}: ${word} → ${use}`)
      expect(reads.length).to.be.above(10)
      expect(shown).to.deep.equal([])
    })
  }

  for (const { name, reads, left } of written) {
    it(`of ${name} has no more idioms than it had`, () => {
      const shown = hitsIn(reads, idioms).map(({ where, word, use }) => `${where}: ${word} → ${use}`)
      expect(shown.length, shown.join('\n')).to.be.at.most(left)
    })
  }

  for (const [term, pattern] of Object.entries(replacedNames)) {
    it(`of names uses the term "${term}"`, () => {
      const sources = files([
        '{api,cli,client/generator,client/src,cypher,demo,dev,domain,explorer/src,kafka,process,projector,schemas,bench,test}/**/*.{ts,tsx,cypher}',
      ]).filter((name) => !unnamed.some((one) => name.startsWith(one)))
      expect(sources.length).to.be.above(500)
      const hits = sources.filter((name) => pattern.test(`${name}\n${readFileSync(join(projectFolder, name), 'utf8')}`))
      expect(hits).to.deep.equal([])
    })
  }
})
