import type { BrowserContextOptions, Page } from 'playwright-core'
import { docsRouter } from '../../../api/docs/docs-router.ts'
import { readBuiltPages } from '../../../api/explorer/built-pages.ts'
import { explorerRouter } from '../../../api/explorer/explorer-router.ts'
import { connectGraph, type Graph } from '../../../cypher/connect.ts'
import { mistakenEvents } from '../../../demo/mistakes/mistaken-events.ts'
import { buildExplorer } from '../../../dev/explorer/build-explorer.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { startBrowser, type WatchedBrowser } from '../../browser/browser.ts'
import { type DemoWorld, openDemoWorld } from '../docs/demo-world.ts'
import { docsOptions } from '../docs/docs.ts'
import { issuerOf, type MintedOrganization, mintOrganization } from '../organization.ts'
import { livelyBrand } from './lively-brand.ts'

/** A demo brand behind the API with the Explorer, and a browser. */
export interface ExplorerWorld {
  demo: DemoWorld
  browser: WatchedBrowser
  /** A token with all scopes. */
  token: string
  /** Issues a token of the same organization with other scopes or times. */
  issue: MintedOrganization['issue']
  /** Registers another organization, without data. */
  mint(): Promise<MintedOrganization>
  /** Opens a page below `/explorer` until the end of the test, with the token in a link unless `token` is null. */
  open(path: string, options?: OpenOptions): Promise<Page>
}

export interface OpenOptions extends BrowserContextOptions {
  token?: string | null
}

let started: Promise<ExplorerWorld> | undefined
let closeAll = async () => {}
const opened: Page[] = []

/** The world that all Explorer tests share, because they only read it. The first test starts it. */
export function explorerWorld(): Promise<ExplorerWorld> {
  started ??= startWorld()
  return started
}

// These are root hooks of the whole run: this file is loaded outside of any `describe`.
afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close()
})
after(async () => {
  await started?.catch(() => {})
  await closeAll()
})

async function startWorld(): Promise<ExplorerWorld> {
  await buildExplorer()
  const publicRouters = [explorerRouter(readBuiltPages()), docsRouter(docsOptions)]
  const demo = await openDemoWorld({
    publicRouters,
    brandOf: livelyBrand,
    bomFeed: { withFailure: true },
    more: mistakenEvents,
  })
  demo.api.services.exports.start()
  const browser = await startBrowser()
  const graph: Graph = connectGraph(parseEnvironment(process.env))
  closeAll = async () => {
    await browser.close()
    await graph.close()
    await demo.close()
  }
  const token = await demo.token('service')
  return {
    demo,
    browser,
    token,
    issue: issuerOf(graph, demo.organization),
    mint: () => mintOrganization(graph),
    async open(path, { token: given = token, ...options } = {}) {
      const context = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'], ...options })
      const page = await context.newPage()
      opened.push(page)
      await page.goto(`${demo.api.url}/explorer${path}${given === null ? '' : `#token=${given}`}`)
      return page
    },
  }
}
