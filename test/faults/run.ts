import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/**
 * Two runs of about the same length at the same time, each with servers of its own. A projector handles every
 * organization of a graph, so projectors that one file kills or suspends would disturb the files of the other run if
 * both used one graph. Most of the time these tests wait, so the two runs hardly slow each other.
 */
const lanes = {
  runtime: 'test/faults/{cli,kafka,rolling,runtime}/**/*.test.ts',
  others: 'test/faults/{*,!(cli|kafka|rolling|runtime)/**/*}.test.ts',
}

const mocha = join(import.meta.dirname, '../../node_modules/mocha/bin/mocha.js')

function start(name: keyof typeof lanes, output: 'inherit' | 'pipe') {
  const env = { ...process.env, TEST_DATA: join(process.env.TEST_DATA ?? '.local/test', name) }
  const args = [mocha, ...process.argv.slice(2), lanes[name]]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', output, 'inherit'] })
  return { child, ended: once(child, 'close').then(([code]) => Number(code ?? 1)) }
}

// The output of the first run is shown while it runs, that of the second one at its end.
const [seen, kept] = [start('others', 'inherit'), start('runtime', 'pipe')]
const text = kept.child.stdout ? buffer(kept.child.stdout) : ''
const codes = await Promise.all([seen.ended, kept.ended])
process.stdout.write(await text)
process.exitCode = Math.max(...codes)
