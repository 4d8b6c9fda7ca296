import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { problemsOf } from '../../../api/core/problems-of.ts'
import { operations } from '../../../api/operations/index.ts'
import { type ProblemCode, problems } from '../../../schemas/problem.ts'

const folder = join(import.meta.dirname, '../../../api')

const followed = [join(folder, 'operations'), join(folder, 'exports/recipes')]

/** Files that an operation runs through its context, without importing them. */
const throughContext: Readonly<Record<string, string>> = { createExport: join(folder, 'exports/recipes/index.ts') }

/** The files of `api` that a file imports, directly or not, and the file itself. */
function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|\}) (?!type )[^\n]*?from '(\.[^']+)'/gm)
  for (const [, path = ''] of imports) {
    const target = join(dirname(file), path)
    if (followed.some((within) => target.startsWith(within))) filesOf(target, found)
  }
  return found
}

/** The problem codes in the source text of files. */
function codesIn(files: Iterable<string>): Set<string> {
  const text = [...files].map((file) => readFileSync(file, 'utf8')).join('\n')
  return new Set([...text.matchAll(/new ApiError\('(\w+)'/g)].map(([, code = '']) => code))
}

const sources = globSync('operations/*/*.ts', { cwd: folder }).map((file) => join(folder, file))
const sourceOf = (operationId: string) =>
  sources.find((file) => file.endsWith(`/${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`))

describe('the problems that an operation declares', () => {
  for (const operation of operations) {
    const { operationId } = operation
    it(`are those in the code of ${operationId}`, () => {
      const file = sourceOf(operationId)
      if (file === undefined) throw new Error(`There is no file of ${operationId}`)
      const further = throughContext[operationId]
      const thrown = codesIn(further === undefined ? filesOf(file) : filesOf(further, filesOf(file)))
      expect([...(operation.problems ?? [])].filter((code) => !thrown.has(code))).to.deep.equal([])
      const undeclared = [...thrown].filter((code) => !problemsOf(operation).includes(code as ProblemCode))
      expect(undeclared).to.deep.equal([])
    })
  }

  it('have a title of at most five words, and sentences that do not repeat it', () => {
    for (const [code, { title, detail, recovery }] of Object.entries(problems)) {
      expect(title.split(' ').length, code).to.be.at.most(5)
      for (const text of [detail, recovery]) {
        expect(text, code).to.match(/^\S.{15,}\.$/)
        expect(text, code).to.not.equal(title)
      }
    }
  })
})
