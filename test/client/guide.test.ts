import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type ClientWorld, startClientWorld } from '../support/client/client-world.ts'
import { type Ended, installPackedClient, runProgram, typeFaults } from '../support/client/packed-client.ts'
import { readPages } from '../support/docs/doc-examples.ts'

describe('the program of the guide to the client, with the packed client', () => {
  let world: ClientWorld
  let folder: string
  let files: string[]
  let program: string
  let shown: string

  const runWith = (variables: Record<string, string>): Promise<Ended> =>
    runProgram(program, { BASE_URL: world.api.url, TOKEN: world.token, ...variables })

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tda-client-'))
    const examples = readPages().find(({ file }) => file === 'docs/read/typescript.md')?.examples ?? []
    const at = examples.findIndex(({ language }) => language === 'ts')
    program = join(folder, 'changes.ts')
    writeFileSync(program, examples[at]?.text ?? '')
    shown = examples[at + 1]?.text ?? ''
    files = await installPackedClient(folder)
    world = await startClientWorld()
    world.api.services.exports.start()
  })
  after(async () => {
    await world?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has a package that contains only code and its types', () => {
    const others = files.filter((path) => !/^dist\/[\w-]+\.(js|d\.ts)$/.test(path))
    expect(others).to.have.members(['LICENSE', 'README.md', 'package.json'])
    expect(files).to.include.members(['dist/index.js', 'dist/index.d.ts', 'dist/contract.d.ts'])
  })

  it('prints what the guide shows, and writes the file', async () => {
    const { exitCode, out, aside } = await runWith({})
    expect([exitCode, aside]).to.deep.equal([0, ''])
    expect(out.trimEnd()).to.equal(shown)
    const changes = await Array.fromAsync(world.client.listBomYieldChanges())
    const lines = readFileSync(join(folder, 'changes.csv'), 'utf8').trimEnd().split('\r\n')
    expect(lines).to.have.length(changes.length + 1)
    expect(changes.length).to.be.above(0)
  })

  it('prints the code of a problem, and what to do', async () => {
    const { text } = await world.organization.issue({ scopes: ['graph:read'] })
    const { exitCode, out } = await runWith({ TOKEN: text })
    expect(exitCode).to.equal(0)
    expect(out).to.equal('insufficient_scope: Ask an operator for a token with the missing scope.\n')
  })

  it('fails with the reason, but without the token, if the service is down', async () => {
    const { exitCode, out, aside } = await runWith({ BASE_URL: 'http://127.0.0.1:1' })
    expect([exitCode, out]).to.deep.equal([1, ''])
    expect(aside).to.match(/NetworkError: listBomYieldChanges got no answer: /)
    expect(aside).not.to.contain(world.token)
  })

  it('compiles with the types of the package', async () => {
    expect(await typeFaults(program)).to.equal('')
    const wrong = join(folder, 'wrong.ts')
    writeFileSync(wrong, readFileSync(program, 'utf8').replace("'bom_yield_changes'", "'shoes'"))
    expect(await typeFaults(wrong)).to.match(/"shoes"|'shoes'/)
  })
})
