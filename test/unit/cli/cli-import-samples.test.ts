import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { RecordKind } from '../../../schemas/records/record-events.ts'
import { documents, tda } from '../../support/processes/tda.ts'

const REFERENCE = 'docs/reference/import-mappings.md'
/** The table of the tutorial has faults on purpose. Its test corrects them. */
const WITH_FAULTS = 'plm-materials'

describe('the sample mappings for tda import', () => {
  const mappings = globSync('docs/examples/*.yaml', { cwd: projectFolder }).sort()
  const tableOf = (mapping: string) => {
    const found = ['.csv', '.ndjson']
      .map((extension) => mapping.replace('.yaml', extension))
      .filter((file) => existsSync(join(projectFolder, file)))
    expect(found, mapping).to.have.length(1)
    return found[0] ?? ''
  }
  const read = (mapping: string) => parse(readFileSync(join(projectFolder, mapping), 'utf8'))

  it('cover each type and each format', () => {
    const types = new Set(mappings.map((mapping) => read(mapping).type))
    expect([...types].sort()).to.deep.equal([...RecordKind.options, 'bom'].sort())
    const formats = new Set(mappings.map((mapping) => read(mapping).input?.format ?? 'csv'))
    expect([...formats].sort()).to.deep.equal(['csv', 'debezium', 'ndjson'])
  })

  it('are linked with their tables from the reference', () => {
    const page = readFileSync(join(projectFolder, REFERENCE), 'utf8')
    for (const mapping of mappings)
      for (const file of [mapping, tableOf(mapping)]) expect(page, file).to.contain(`(../examples/${basename(file)})`)
  })

  for (const mapping of mappings) {
    const name = basename(mapping, '.yaml')
    it(`${name}.yaml maps every row of its table`, async () => {
      const file = join(projectFolder, tableOf(mapping))
      const args = ['--json', 'import', '--mapping', join(projectFolder, mapping), '--check', file]
      const ran = await tda({}, args)
      const found = documents(ran)
      const faults = found.flatMap(({ fault }) => fault ?? [])
      if (name === WITH_FAULTS) return expect(faults.map(({ line }) => line)).to.deep.equal([5, 6])
      expect(faults, ran.stderr).to.deep.equal([])
      expect(found.flatMap(({ event }) => event ?? [])).to.not.deep.equal([])
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
      const rows = lines.filter((line) => line !== 'null').length - (file.endsWith('.csv') ? 1 : 0)
      return expect(found.at(-1)).to.include({ rows, faults: 0 })
    })
  }
})
