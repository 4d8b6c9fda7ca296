import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'

const root = join(import.meta.dirname, '../..')
const kebab = (operationId: string) => operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

describe('the name of an operation', () => {
  for (const { operationId } of operations) {
    it(`${operationId} is also that of its file and its test`, async () => {
      const [file, ...others] = globSync(`api/operations/*/${kebab(operationId)}.ts`, { cwd: root })
      expect(others).to.deep.equal([])
      expect(await import(join(root, file ?? 'nothing'))).to.have.property(operationId)
      expect(globSync(`test/*/${kebab(operationId)}.test.ts`, { cwd: root })).to.have.length(1)
    })
  }
})
