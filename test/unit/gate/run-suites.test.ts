import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect } from 'chai'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { runSuites } from '../../gate/run-suites.ts'

const mocha = ['node_modules/.bin/mocha', '--no-config', '--fail-hook-affected-tests', '--exit']
const passes = "it('passes', () => {});"
const fails = "it('fails', () => { throw new Error('the row is wrong') });"

/** A test that fails if a file does not exist, and creates it, so that only its first run fails. */
const failsOnce = (file: string) => `it('fails once', () => {
  const fs = require('node:fs')
  if (!fs.existsSync('${file}')) { fs.writeFileSync('${file}', ''); throw new Error('by chance') }
})`

describe('the gate', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tda-gate-test-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs these test files as one suite of the gate, and returns its verdict. */
  async function verdictOf(files: Record<string, string>, command: readonly string[] = mocha) {
    const tests = join(folder, 'tests')
    const data = join(folder, 'data')
    for (const path of [tests, data]) mkdirSync(path)
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(tests, `${name}.cjs`), `describe('${name}', () => { ${text} })`)
    }
    const suite = { name: 'suite', command: [...command, `${tests}/*.cjs`], again: (file: string) => [...mocha, file] }
    const verdict = await runSuites([suite], data, 'ignore')
    expect(readdirSync(data)).to.deep.equal([])
    return verdict
  }
  const path = (name: string) => relative(projectFolder, join(folder, 'tests', `${name}.cjs`))

  it('is green if all tests passed, and counts them', async () => {
    const { isGreen, counts, lines } = await verdictOf({ a: passes, b: passes + passes })
    expect({ isGreen, counts, lines }).to.deep.equal({
      isGreen: true,
      counts: { passed: 3, failed: 0, skipped: 0 },
      lines: [],
    })
  })

  it('runs a failed file again, alone, and names it if it then passes', async () => {
    const { isGreen, counts, lines } = await verdictOf({ a: passes, b: passes + failsOnce(join(folder, 'once')) })
    expect(isGreen, lines.join('\n')).to.equal(true)
    expect(counts).to.deep.equal({ passed: 3, failed: 0, skipped: 0 })
    expect(lines[0]).to.equal(`failed: ${path('b')}: b › fails once: by chance`)
    expect(lines[1]).to.match(/^passed at the second try: .*b\.cjs, with load \d+\.\d$/)
  })

  it('is red if a file failed twice', async () => {
    const { isGreen, counts, lines } = await verdictOf({ a: passes, b: fails })
    expect(isGreen).to.equal(false)
    expect(counts).to.deep.equal({ passed: 1, failed: 1, skipped: 0 })
    expect(lines.at(-1)).to.equal(`red: ${path('b')} failed twice`)
  })

  it('runs tests and second tries with its own Node, whichever Node is in PATH', async () => {
    const isOurs = `it('is ours', () => { if (process.version !== '${process.version}') throw new Error(process.version) });`
    const { PATH } = process.env
    process.env.PATH = '/usr/local/bin:/usr/bin:/bin'
    try {
      const { isGreen, lines } = await verdictOf({ a: isOurs + failsOnce(join(folder, 'once')) })
      expect(isGreen, lines.join('\n')).to.equal(true)
    } finally {
      process.env.PATH = PATH
    }
  })

  it('counts all tests of a suite whose hook failed as failed', async () => {
    const { isGreen, counts } = await verdictOf({ a: `before(() => { throw new Error('no') }); ${passes} ${passes}` })
    expect({ isGreen, counts }).to.deep.equal({ isGreen: false, counts: { passed: 0, failed: 3, skipped: 0 } })
  })

  it('is red if many files failed, and does not run them again', async () => {
    const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, failsOnce(join(folder, name))]))
    const { isGreen, lines } = await verdictOf({ ...many, g: passes })
    expect(isGreen).to.equal(false)
    expect(lines.at(-1)).to.equal('red: 6 files failed, too many for a second try')
  })

  it('is red if mocha was killed', async () => {
    const { isGreen, lines } = await verdictOf({
      a: `${passes} it('ends', () => process.kill(process.pid, 'SIGKILL'))`,
    })
    expect(isGreen).to.equal(false)
    expect(lines[0]).to.match(/^red: suite came to no end: /)
  })

  it('is red if a file cannot be loaded, or if there are no tests', async () => {
    expect((await verdictOf({ a: `throw new Error('not a test')` })).isGreen).to.equal(false)
    rmSync(join(folder, 'tests'), { recursive: true })
    rmSync(join(folder, 'data'), { recursive: true })
    const { isGreen, lines } = await verdictOf({}, ['node', '--eval', '0', '--'])
    expect({ isGreen, lines }).to.deep.equal({
      isGreen: false,
      lines: ['red: suite came to no end: exit status 0', 'red: no test passed'],
    })
  })

  it('is red if a test was skipped', async () => {
    const { isGreen, lines } = await verdictOf({ a: passes, b: `it.skip('later', () => {})` })
    expect({ isGreen, lines }).to.deep.equal({ isGreen: false, lines: ['red: 1 tests were skipped'] })
  })

  it('kills all remaining processes, including suspended ones in their own session', async () => {
    const file = join(folder, 'pid')
    await verdictOf({
      a: `it('leaves a child', () => {
        const { spawn } = require('node:child_process')
        const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
        child.kill('SIGSTOP')
        child.unref()
        require('node:fs').writeFileSync('${file}', String(child.pid))
      })`,
    })
    const pid = Number(readFileSync(file, 'utf8'))
    expect(pid).to.be.above(1)
    const status = `/proc/${pid}/status`
    // A killed process stays a zombie (Z) until its new parent has waited for it.
    expect(existsSync(status) ? /^State:\s+(\w)/m.exec(readFileSync(status, 'utf8'))?.[1] : 'Z').to.equal('Z')
  })
})
