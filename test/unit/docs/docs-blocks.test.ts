import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { fillBlocks } from '../../../dev/guides/fill-blocks.ts'
import { generated } from '../../../dev/guides/generated.ts'
import { pages } from '../../../dev/guides/pages.ts'
import { Environment } from '../../../schemas/environment.ts'

const project = join(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(join(project, file), 'utf8')

describe('generated parts of the docs', () => {
  for (const file of [...pages, 'CONTRIBUTING.md']) {
    if (!/<!-- (begin |values$)/m.test(textOf(file))) continue
    it(`are up to date in ${file} (npm run generate makes them so)`, async () => {
      expect(await generated(textOf(file))).to.equal(textOf(file))
    })
  }

  it('document every environment variable, with its default and its meaning', () => {
    const guide = textOf('docs/reference/configuration.md')
    for (const name of Object.keys(Environment.shape)) {
      expect(guide).to.match(new RegExp(`^\\| \`${name}\` \\| (\`[^\`]+\`)? ?\\| .{10,} \\|$`, 'm'))
    }
    expect(guide).to.contain('| `PORT` | `8080` | ')
  })

  it('list every secret setting as one', () => {
    const [listed = ''] = /^These variables contain secrets: .*$/m.exec(textOf('docs/reference/configuration.md')) ?? []
    const secrets = Object.entries(Environment.shape).filter(([, schema]) => schema.meta()?.secret === true)
    expect(secrets.length).to.be.greaterThan(5)
    for (const [name] of secrets) expect(listed).to.contain(`\`${name}\``)
  })

  it('are rejected if their name has no generator', async () => {
    const failure = await fillBlocks('<!-- begin nothing -->\n<!-- end -->').catch((error: Error) => error.message)
    expect(failure).to.equal('There is no block nothing')
  })
})
