import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { bomEvents } from '../../demo/bom/bom-events.ts'
import { connectedEvents } from '../../demo/connected/connected-events.ts'
import { demoEvents } from '../../demo/demo-events.ts'
import { ndjson } from '../../demo/write/ndjson.ts'
import { writeNdjson } from '../../demo/write/write-ndjson.ts'
import { writeOptions } from '../../demo/write/write-options.ts'
import { writtenEvents } from '../../demo/write/written-events.ts'

const program = fileURLToPath(new URL('../../demo/write/write.ts', import.meta.url))

const MIB = 2 ** 20
const LOOK_EVERY_BYTES = 4 * MIB

/** Forces a full collection, because the time at which V8 collects would otherwise decide how much memory is used. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

const start = (...args: string[]) => spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })

async function run(...args: string[]) {
  const child = start(...args)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, code }
}

describe('the writer of the demo', () => {
  it('writes the events of each organization, and only them, to standard output', async () => {
    const written = await run('--profile', 'smoke', '--organization', 'quillmere', '--organization', 'pallendro')
    const brands = ['quillmere', 'pallendro'].map((organization) => ({ organization, profile: 'smoke' }) as const)
    const expected = [
      ...brands.flatMap((brand) => [...ndjson(demoEvents(brand))]),
      ...brands.flatMap((brand) => [...ndjson(bomEvents(brand, { withFailure: brand.organization === 'pallendro' }))]),
      ...brands.flatMap((brand) => [...ndjson(connectedEvents(brand))]),
    ]
    expect(written.stdout).to.equal(expected.join(''))
    expect(written.stderr).to.match(
      /^quillmere, smoke: 24 supplier, .* link, 225 BOM events, 16 dataset, .* dataset_load\npallendro, smoke: .*\n$/,
    )
    expect(written.code).to.equal(0)
  })

  it('stops computing events while its reader does not read', async () => {
    let computed = 0
    const events = function* () {
      for (const event of demoEvents({ organization: 'quillmere', profile: 'large' })) {
        computed += 1
        yield event
      }
    }
    const blocked = new Writable({ write: () => blocked.emit('blocked') })
    const writing = writeNdjson(events(), blocked).catch((error: Error) => error.message)
    await once(blocked, 'blocked')
    for (let turn = 0; turn < 100; turn += 1) await setImmediate()
    expect(computed).to.be.within(10, 2_000)
    blocked.destroy(new Error('enough'))
    expect(await writing).to.equal('enough')
  })

  it('keeps no events in memory while it writes 50,000 events and 500,000 BOM rows', async () => {
    const options = writeOptions(['--profile', 'mid', '--organization', 'quillmere', '--publications', '1'])
    const collect = garbageCollector()
    const usedBytes = () => {
      collect()
      return process.memoryUsage().heapUsed
    }
    let [bytes, most] = [0, 0]
    const taker = new Writable({
      write(piece: Buffer, _encoding, done) {
        const before = bytes
        bytes += piece.length
        if (Math.floor(before / LOOK_EVERY_BYTES) < Math.floor(bytes / LOOK_EVERY_BYTES))
          most = Math.max(most, usedBytes())
        done()
      },
    })
    const before = usedBytes()
    expect(await writeNdjson(writtenEvents(options, new Map()), taker)).to.equal(true)
    expect(bytes).to.be.greaterThan(80 * MIB)
    expect((most - before) / MIB).to.be.below(16)
  })

  it('exits without an error message when the pipe is closed', async () => {
    const child = start('--profile', 'large', '--organization', 'quillmere')
    const errors = text(child.stderr)
    const closed = once(child, 'close')
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect((await closed)[0]).to.equal(0)
    expect(await errors).to.equal('')
  })

  for (const [mistake, args, message] of [
    ['an unknown profile', ['--profile', 'huge'], '--profile must be one of smoke, demo, mid, large'],
    ['an impossible key', ['--organization', 'Quillmere'], '--organization must match ^[a-z][a-z0-9]{2,31}$'],
    [
      'a key given twice',
      ['--organization', 'abc', '--organization', 'abc'],
      '--organization names the same key twice',
    ],
    ['a seed that is no integer', ['--seed', '1.5'], '--seed must be an integer from 0 to 2^53 - 1'],
    ['more publications than there are', ['--publications', '6'], '--publications must be an integer from 0 to 5'],
    ['a time of loads that is none', ['--loads-until', 'today'], '--loads-until must be a time such as'],
    ['a clock that is no time', ['--clock', '2026-13-01T00:00:00.000Z'], '--clock must be a time such as'],
  ] as const) {
    it(`prints one line about ${mistake}`, async () => {
      const { stdout, stderr, code } = await run('--profile', 'smoke', ...args)
      expect(code).to.equal(1)
      expect(stdout).to.equal('')
      expect(stderr).to.match(/^[^\n]+\n$/)
      expect(stderr).to.contain(message)
    })
  }
})
