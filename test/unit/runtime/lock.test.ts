import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { takeLock, waitForLock } from '../../../dev/runtime/lock.ts'
import { identifyProcess, isAlive } from '../../../dev/runtime/process-identity.ts'
import { until } from '../../support/until.ts'

const lockModule = new URL('../../../dev/runtime/lock.ts', import.meta.url).href

describe('lock', () => {
  let folder: string
  let file: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'))
    file = join(folder, 'data/lock')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const failure = async (taking: Promise<unknown>) =>
    taking.then(
      () => 'taken',
      (error: Error) => error.message,
    )

  it('names the process that holds the folder', async () => {
    const lock = await takeLock(file, 'The folder')
    expect(await failure(takeLock(file, 'The folder'))).to.equal(
      `The folder is held by process ${process.pid}. Stop that process first.`,
    )
    lock.release()
    expect(existsSync(file)).to.equal(false)
    expect(await failure(takeLock(file, 'The folder'))).to.equal('taken')
  })

  it('ignores the file that a dead process left, damaged or not', async () => {
    for (const content of [JSON.stringify({ pid: process.pid, children: [] }), '{"pid":', '']) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
      const lock = await takeLock(file, 'The folder')
      expect(await failure(takeLock(file, 'The folder'))).to.contain(`process ${process.pid}.`)
      lock.release()
    }
  })

  it('waits for the children that a killed holder left behind', async () => {
    const holder = spawn(process.execPath, ['-e', lockWithChild(file)], { stdio: ['ignore', 'pipe', 'inherit'] })
    const child = Number(await new Promise((resolve) => holder.stdout.once('data', resolve)))
    const identity = identifyProcess(child)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    if (!identity) throw new Error('the child is not there')
    const taking = takeLock(file, 'The folder').then(() => isAlive(identity))
    await setImmediate()
    process.kill(child)
    expect(await taking).to.equal(false)
  })

  it('is acquired by exactly one of several concurrent processes', async () => {
    const files = Array.from({ length: 200 }, (_, index) => join(folder, `lock-${index}`))
    const takers = [1, 2, 3].map(() => spawn(process.execPath, ['-e', takeEach(files)]))
    const outputs = takers.map(({ stdout }) => text(stdout))
    await Promise.all(takers.map(({ stderr }) => once(stderr, 'data')))
    for (const { stdin } of takers) stdin.end()
    const taken = (await Promise.all(outputs)).join('').trim().split('\n')
    expect(taken.toSorted()).to.deep.equal(files.toSorted())
  })

  it('can be waited for, and reports its holder once', async () => {
    const lock = await takeLock(file, 'The folder')
    const told: (number | undefined)[] = []
    const waiting = waitForLock(file, (pid) => told.push(pid))
    await until('the report of the holder', () => told.length === 1)
    lock.release()
    ;(await waiting).release()
    expect(told).to.deep.equal([process.pid])
  })

  it('keeps naming its holder while children are added', async () => {
    const lock = await takeLock(file, 'The folder')
    lock.addChild(process.pid)
    lock.addChild(999_999_999)
    const { pid, children } = JSON.parse(readFileSync(file, 'utf8'))
    expect({ pid, children }).to.deep.equal({ pid: process.pid, children: [identifyProcess(process.pid)] })
    lock.release()
  })
})

/** A program that tries to take each lock from the next full second on, prints those that it got, and keeps them. */
const takeEach = (files: string[]) => `
  const { takeLock } = await import(${JSON.stringify(lockModule)})
  const start = Math.ceil((Date.now() + 300) / 1000) * 1000
  while (Date.now() < start);
  for (const file of ${JSON.stringify(files)}) await takeLock(file, 'It').then(() => console.log(file), () => {})
  console.error('tried')
  process.stdin.resume()`

const lockWithChild = (file: string) => `
  const { takeLock } = await import(${JSON.stringify(lockModule)})
  const { spawn } = await import('node:child_process')
  const lock = await takeLock(${JSON.stringify(file)}, 'It')
  const child = spawn('sleep', ['30'], { detached: true, stdio: 'ignore' })
  lock.addChild(child.pid)
  process.stdout.write(String(child.pid))
  setInterval(() => {}, 1000)`
