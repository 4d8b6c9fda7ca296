import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { bomEvents } from '../../dev/demo/bom/bom-events.ts'
import { connectedEvents } from '../../dev/demo/connected/connected-events.ts'
import { demoEvents } from '../../dev/demo/demo-events.ts'
import { ndjson } from '../../dev/demo/ndjson.ts'
import { writeNdjson } from '../../dev/demo/write-ndjson.ts'

const program = fileURLToPath(new URL('../../dev/demo/write.ts', import.meta.url))

const launch = (...args: string[]) => spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })

const start = (...args: string[]) => launch(program, ...args)

async function run(...args: string[]) {
  const child = start(...args)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, code }
}

describe('demo writer', () => {
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

  it('computes no further than what it writes is taken', async () => {
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

  it('keeps 30,000 events and 500,000 rows of a BOM out of a heap of 32 MiB', async () => {
    const options = ['--profile', 'mid', '--organization', 'quillmere', '--publications', '1']
    const child = launch('--max-old-space-size=32', program, ...options)
    const errors = text(child.stderr)
    child.stdout.resume()
    const [code] = await once(child, 'close')
    expect(code, await errors).to.equal(0)
  })

  it('takes a closed pipe for the end, without a word', async () => {
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
    it(`says in one line what is wrong with ${mistake}`, async () => {
      const { stdout, stderr, code } = await run('--profile', 'smoke', ...args)
      expect(code).to.equal(1)
      expect(stdout).to.equal('')
      expect(stderr).to.match(/^[^\n]+\n$/)
      expect(stderr).to.contain(message)
    })
  }
})
