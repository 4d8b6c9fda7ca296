import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { exceptionCodes } from '../../../schemas/materials/exceptions.ts'
import { Scope } from '../../../schemas/scopes.ts'
import { idioms } from '../../support/language.ts'

const textOf = (file: string) => readFileSync(join(projectFolder, file), 'utf8')
const readme = textOf('README.md')

describe('the first pages', () => {
  it('claim at most the existing number of exception codes in README', () => {
    expect(readme).to.contain('more than 20 kinds of exceptions')
    expect(exceptionCodes.length).to.be.above(20)
  })

  it('show existing pictures, in README for the light and the dark theme', () => {
    const pictures = [...readme.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, file = '']) => file)
    expect(pictures.map((file) => /-(\w+)\.(?:png|svg)$/.exec(file)?.[1])).to.deep.equal([
      'dark',
      'light',
      'dark',
      'light',
    ])
    expect(pictures.filter((file) => !existsSync(join(projectFolder, file)))).to.deep.equal([])
  })

  it('limit README to one and a half screens', () => {
    expect(readme.split('\n').length).to.be.below(80)
  })

  it('describe every scope in the security page', () => {
    const rows = [...textOf('docs/concepts/security.md').matchAll(/^\| `([a-z:]+)` \|/gm)].map(
      ([, scope = '']) => scope,
    )
    expect(rows).to.have.members(Scope.options)
  })

  it('list terms in the glossary once each, in alphabetical order', () => {
    const terms = [...textOf('docs/glossary.md').matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, term = '']) =>
      term.replaceAll('`', '').toLowerCase(),
    )
    expect(terms.length).to.be.above(50)
    expect(terms).to.deep.equal([...new Set(terms)].sort((one, other) => one.localeCompare(other, 'en')))
  })

  it('name in CONTRIBUTING every idiom that the language check counts', () => {
    const words = textOf('CONTRIBUTING.md').match(/### Words[\s\S]*?\n\n\[/)?.[0] ?? ''
    const rules = textOf('CONTRIBUTING.md').match(/### Style[\s\S]*?### Words/)?.[0] ?? ''
    const missing = idioms.filter(({ pattern }) => !pattern.test(words) && !pattern.test(rules))
    expect(missing.map(({ pattern }) => pattern.source)).to.deep.equal([])
  })

  it('keep each concept page and tutorial below 1,900 words, tables and examples included', () => {
    const files = globSync('docs/{concepts,tutorials}/*.md', { cwd: projectFolder })
    expect(files.length).to.be.above(8)
    const long = files.map(
      (file) =>
        [
          file,
          textOf(file)
            .replace(/<!--[\s\S]*?-->/g, '')
            .split(/\s+/).length,
        ] as const,
    )
    expect(long.filter(([, words]) => words > 1900)).to.deep.equal([])
  })
})
