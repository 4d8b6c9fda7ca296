import { expect } from 'chai'
import { toolsOf } from '../../../api/mcp/tools/index.ts'
import { operations } from '../../../api/operations/index.ts'
import type { DemoEvent } from '../../../demo/event.ts'
import { mistakenEvents } from '../../../demo/mistakes/mistaken-events.ts'
import type { BomYieldChange, BomYieldRow } from '../../../schemas/bom/yields.ts'
import { oracleRows } from '../bom/bom-oracle.ts'
import { type DemoWorld, openDemoWorld } from '../docs/demo-world.ts'
import { type Cost, createCost } from './cost.ts'
import { type ConnectedClient, connectMcpClient, type McpClient } from './mcp-client.ts'
import { readRecipes } from './recipes.ts'
import { printReport } from './report.ts'
import { createRestClient, type RestClient } from './rest-client.ts'
import { createTdaClient, type TdaClient } from './tda-client.ts'
import { changesBetween, tellingBrand } from './telling-brand.ts'

const MOST_REQUESTS = 2
const MOST_TOKENS = 4_000

/** The demo brand for all recipes, with data from its generator. */
export interface JourneyWorld extends DemoWorld {
  /** The rows of the newest publication. */
  rows: BomYieldRow[]
  /** The changes of the newest publication. */
  lastChanges: BomYieldChange[]
  /** Invalid events, which are sent last. */
  mistakes: DemoEvent[]
}

/** The clients that a recipe can use. */
export interface Means {
  world: JourneyWorld
  rest: RestClient
  agent: McpClient
  tda: TdaClient
}

/** Declares the test of a recipe with this heading on a page in `docs/read`, which also shows its calls. */
export type DeclareRecipe = (heading: string, act: (means: Means) => Promise<void>) => void

/** Loads one brand, and runs all recipes of `declare`: checks their costs, and compares their calls with the docs. */
export function journey(declare: (recipe: DeclareRecipe) => void): void {
  const costs = new Map<string, Cost>()
  let world: JourneyWorld
  let token: string
  let conversation: ConnectedClient
  before(async () => {
    world = withOracles(
      await openDemoWorld({
        brandOf: tellingBrand,
        bomFeed: { withFailure: true },
        more: mistakenEvents,
        tools: toolsOf(['all'], operations),
      }),
    )
    world.api.services.exports.start()
    token = await world.token('service')
    conversation = await connectMcpClient(world.api.url, await world.token('mcp'))
  })
  after(async () => {
    await conversation?.close()
    await world?.close()
    printReport(costs)
  })

  declare((heading, act) => {
    it(heading, async () => {
      const cost = createCost()
      const rest = createRestClient(world.api.url, token, cost)
      await act({ world, rest, agent: conversation.counting(cost), tda: createTdaClient(cost) })
      const total = cost.total()
      costs.set(heading, total)
      const written = readRecipes().find((recipe) => recipe.heading === heading)
      expect(total.calls, 'as the page shows them').to.deep.equal(written?.calls)
      expect(total.requests, 'requests').to.be.at.most(MOST_REQUESTS)
      expect(total.tokens ?? 0, 'tokens').to.be.at.most(MOST_TOKENS)
    })
  })
}

function withOracles(world: DemoWorld): JourneyWorld {
  const { brand, boms, organization } = world
  const rows = oracleRows(organization, boms.at(-1) ?? []).map(({ shown }) => shown)
  const lastChanges = changesBetween(brand, boms, boms.length - 1, boms.length)
  return { ...world, rows, lastChanges, mistakes: mistakenEvents(brand) }
}
