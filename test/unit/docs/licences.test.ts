import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { shippedPackages } from '../../../dev/guides/tables/licence-table.ts'
import { projectFolder } from '../../../dev/runtime/folders.ts'

const permissive = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense']

const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(projectFolder, 'node_modules', name, 'package.json'), 'utf8'))

describe('the list of third-party software', () => {
  const shipped = shippedPackages()

  it('contains permissive licenses only', () => {
    expect(shipped.filter(({ licence }) => !permissive.includes(licence))).to.deep.equal([])
  })

  it('contains every dependency of the processes and of the Explorer', () => {
    const { dependencies } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))
    const names = shipped.map(({ name }) => name)
    expect(names).to.include.members([...Object.keys(dependencies), 'react', 'react-dom', 'scheduler'])
    expect(names).to.not.include.members(['vite', 'typescript', 'mocha'])
  })

  it('states the same licenses as the installed packages', () => {
    const installed = shipped.filter(({ name, version }) => manifestOf(name).version === version)
    expect(installed.length).to.be.above(shipped.length * 0.8)
    for (const { name, licence } of installed) expect(manifestOf(name).license, name).to.equal(licence)
  })
})
