import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { programs } from '../../../dev/runtime/databases/programs.ts'

const textOf = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')

describe('the programs', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const api = programs.api.join(' ')

  it('are started with the same options in npm scripts, the image, and the docs', () => {
    expect(scripts['start:api']).to.equal(`exec node ${api}`)
    expect(scripts['start:projector']).to.equal(`exec node ${programs.projector.join(' ')}`)
    expect(textOf('Dockerfile')).to.include(`CMD ${JSON.stringify(['node', ...programs.api]).replaceAll(',', ', ')}`)
    expect(textOf('docs/operate/install.md')).to.include(`\`node ${api}\``)
  })
})
