import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { patches } from '../../../../kafka/kafkajs/patches/apply-patches.ts'

const root = join(import.meta.dirname, '../../../..')

describe('the patches of kafkajs', () => {
  it('name a public issue, the tests that fail without them, and when they can be removed', () => {
    for (const { issues, tests, removedBy } of patches) {
      expect(issues).not.to.deep.equal([])
      for (const issue of issues) expect(issue).to.match(/^https:\/\/github\.com\/tulios\/kafkajs\/(issues|pull)\/\d+$/)
      expect(tests).not.to.deep.equal([])
      for (const test of tests) expect(existsSync(join(root, test)), test).to.equal(true)
      expect(removedBy).to.match(/kafkajs/)
    }
  })

  it('are all applied', () => {
    const files = readdirSync(join(root, 'kafka/kafkajs/patches'))
    expect(patches).to.have.length(files.length - ['apply-patches.ts', 'patch.ts'].length)
  })
})
