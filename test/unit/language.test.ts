import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { projectFolder } from '../../dev/runtime/folders.ts'
import { hitsIn, idioms, linesOf, proseOf, type Read, stringsOf, terms, wordsOf } from '../support/language.ts'

const files = (pattern: string | string[]) => globSync(pattern, { cwd: projectFolder, exclude: ['**/node_modules/**'] })
const json = (file: string): unknown => JSON.parse(readFileSync(join(projectFolder, file), 'utf8'))
const strings = (pattern: string) => files(pattern).flatMap(stringsOf)

/** What users read: it has none of these words. */
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
  { name: 'logs', reads: strings('{projector,kafka,cypher,process,domain}/**/*.ts') },
  {
    name: 'alerts, chart and proxy',
    reads: linesOf(['deploy/**/*.{yml,yaml,cfg,json,txt}', 'docker-compose.yml']),
  },
]

/** Idioms in what developers read. The numbers may only fall. */
const written: { name: string; reads: Read[]; left: number }[] = [
  {
    name: 'code',
    reads: linesOf(
      '{api,cli,schemas,projector,kafka,process,domain,cypher,dev,demo,explorer/src,client/src,client/generator,bench}/**/*.{ts,tsx,js,css,cypher}',
    ),
    left: 188,
  },
  {
    name: 'tests',
    reads: linesOf('test/**/*.ts', ['test/support/language.ts', 'test/unit/language.test.ts']),
    left: 62,
  },
]

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
})
