import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { run } from '../support/processes/run.ts'
import { installSchemathesis } from './install-schemathesis.ts'
import { type Product, startProduct } from './product.ts'

/** Few examples of a fixed seed for each change. `npm run test:contract:full` uses more of both. */
const { CONTRACT_SEEDS: seeds = '20261', CONTRACT_EXAMPLES: examples = '60' } = process.env
const SETTINGS = join(import.meta.dirname, 'schemathesis.toml')
const PHASES = ['--phases', 'examples,coverage,fuzzing,stateful', '--mode', 'all', '--request-timeout', '120']

describe('the published contract, tested by Schemathesis', function () {
  this.timeout(1_800_000)
  let folder: string
  let product: Product
  let schemathesis: string

  before(async () => {
    schemathesis = await installSchemathesis()
    folder = mkdtempSync(join(tmpdir(), 'tda-contract-'))
    product = await startProduct(folder)
  })

  after(async () => {
    await product?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  for (const seed of seeds.split(',')) {
    it(`is fulfilled by every response, for seed ${seed} (api 5)`, async () => {
      const { exitCode, output } = await fire(['--checks', 'all', '--max-examples', examples, '--seed', seed])

      expect(exitCode, output).to.equal(0)
      expect(output).to.match(/No issues found/)
    })
  }

  it('gives no organization access to the data of another (api 5, P22)', async () => {
    const auth = join(folder, 'auth.json')
    writeFileSync(auth, JSON.stringify(peers(product.tokens)))
    const settings = join(folder, 'peers.toml')
    writeFileSync(settings, peerSettings(auth))

    const { exitCode, output } = await fire(
      ['--checks', 'object_level_authorization', '--max-examples', examples, '--seed', '20261'],
      settings,
    )

    expect(exitCode, output).to.equal(0)
  })

  function fire(args: string[], settings = SETTINGS) {
    const [tokenA] = product.tokens
    const [entityId] = product.entities
    const [materialId] = product.materials
    return run(
      schemathesis,
      [
        '--config-file',
        settings,
        'run',
        `${product.baseUrl}/openapi.json`,
        '--url',
        product.baseUrl,
        ...PHASES,
        ...args,
      ],
      {
        TOKEN_A: tokenA,
        ENTITY_ID: entityId,
        MATERIAL_ID: materialId,
        EXPORT_ID: product.exportId,
        EXCEPTION_ID: product.exceptionId,
        BASE_URL: product.baseUrl,
        NO_COLOR: '1',
      },
    )
  }
})

/** The credentials of two organizations in the format of Web Fuzzing Commons. */
function peers(tokens: string[]) {
  const entry = (token: string, index: number) => ({
    name: `organization${index}`,
    fixedHeaders: [{ name: 'Authorization', value: `Bearer ${token}` }],
  })
  return { schemaVersion: '0.2.0', auth: tokens.map(entry) }
}

function peerSettings(auth: string): string {
  return [
    'continue-on-failure = true',
    'generation = { database = "none" }',
    '[auth.wfc]',
    `path = ${JSON.stringify(auth)}`,
    'peers = ["organization0", "organization1"]',
    '',
  ].join('\n')
}
