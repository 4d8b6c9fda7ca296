import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { projectFolder } from '../../../dev/runtime/folders.ts'

describe('a suite that needs a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tda-programs-'))
  const file = join(folder, 'needs.test.ts')
  before(() => {
    const from = JSON.stringify(join(projectFolder, 'test/support/with-programs.ts'))
    writeFileSync(
      file,
      `import { describeWith } from ${from}
      describeWith(['no-such-program'], 'needs what is not there', () => { it('is not run', () => { throw new Error() }) })
      describeWith(['sh'], 'needs what is there', () => { it('is run', () => {}) })`,
    )
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  function run(CI: string): Promise<{ code: number; output: string }> {
    const args = [join(projectFolder, 'node_modules/mocha/bin/mocha.js'), '--no-config', file]
    return new Promise((resolve) => {
      execFile(process.execPath, args, { env: { PATH: process.env.PATH, CI } }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      )
    })
  }

  it('is skipped where the program is missing, and its title says why', async () => {
    const { code, output } = await run('')
    expect(code, output).to.equal(0)
    expect(output).to.contain('needs what is not there: skipped, for no-such-program is not installed')
    expect(output)
      .to.match(/1 passing/)
      .and.to.match(/1 pending/)
  })

  it('fails in CI', async () => {
    const { code, output } = await run('true')
    expect(code).not.to.equal(0)
    expect(output).to.contain('no-such-program must be installed in CI')
  })
})
