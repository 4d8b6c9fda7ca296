import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { makePrivateFolder } from '../../../dev/runtime/private-folder.ts'
import { secretFile } from '../../../dev/runtime/secret-file.ts'
import { run } from '../../support/processes/run.ts'

describe('files of the embedded runtime', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tda-private-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const modes = () => {
    const inside = readdirSync(folder, { recursive: true }).map(String).sort()
    return Object.fromEntries(['.', ...inside].map((name) => [name, modeOf(join(folder, name))]))
  }

  it('become readable by their owner only if an earlier version created them otherwise', () => {
    mkdirSync(join(folder, 'log'))
    writeFileSync(join(folder, 'log/neo4j.log'), 'Kept')
    for (const [name, mode] of [
      ['log', 0o755],
      ['log/neo4j.log', 0o644],
      ['.', 0o755],
    ] as const)
      chmodSync(join(folder, name), mode)
    makePrivateFolder(folder)
    expect(modes()).to.deep.equal({ '.': '700', log: '700', 'log/neo4j.log': '600' })
    expect(readFileSync(join(folder, 'log/neo4j.log'), 'utf8')).to.equal('Kept')
  })

  it('contain secrets that are created once, or again if incomplete, and that only their owner can read', () => {
    const file = join(folder, 'secret')
    const secret = secretFile(file)
    expect(Buffer.from(secret, 'base64')).to.have.length(32)
    chmodSync(file, 0o644)
    expect(secretFile(file)).to.equal(secret)
    expect(modes()).to.deep.equal({ '.': '700', secret: '600' })
    writeFileSync(file, secret.slice(0, 9))
    expect(secretFile(file)).to.not.equal(secret)
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).to.have.length(32)
    expect(modes()).to.deep.equal({ '.': '700', secret: '600' })
  })

  it('are created for their owner only by every program', () => {
    for (const program of ['api/main.ts', 'projector/main.ts', 'cli/tda.ts', 'dev/runtime/run.ts']) {
      const source = readFileSync(join(import.meta.dirname, '../../..', program), 'utf8')
      expect(source, program).to.match(/^\s*keepFilesPrivate\(\)$/m)
    }
  })

  it('are for their owner only with any umask of the shell, including files of child processes', async () => {
    const program = `
      const { keepFilesPrivate } = await import('${join(import.meta.dirname, '../../../process/keep-files-private.ts')}')
      const { mkdirSync, writeFileSync } = await import('node:fs')
      const { execFileSync } = await import('node:child_process')
      process.umask(0)
      keepFilesPrivate()
      mkdirSync('${folder}/a')
      writeFileSync('${folder}/a/b', '')
      execFileSync('touch', ['${folder}/c'])`
    const { exitCode, output } = await run(process.execPath, ['--input-type=module', '-e', program], {})
    expect([exitCode, output]).to.deep.equal([0, ''])
    expect(modes()).to.deep.equal({ '.': '700', a: '700', 'a/b': '600', c: '600' })
  })
})
