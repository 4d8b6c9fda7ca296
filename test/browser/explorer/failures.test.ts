import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ExplorerWorld, explorerWorld } from '../../support/explorer/explorer-world.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, holdAnswers } from '../browser.ts'

const pages = {
  '/': 'Overview',
  '/changes': 'BOM changes',
  '/yields': 'Yields',
  '/graph?q=a': 'Graph',
  '/materials': 'Materials',
  '/freshness': 'Freshness',
  '/exports': 'Exports',
  '/ingest?list=rejections': 'Ingest',
}
const isOfApi = (url: URL) => url.pathname.startsWith('/v1/')

describeWith(['chromium'], 'a failure of the Explorer', () => {
  let world: ExplorerWorld

  before(async () => {
    world = await explorerWorld()
  })

  async function open(path: string, heading: string): Promise<Page> {
    const page = await world.open(path)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await until('everything is there', async () => (await page.locator('.skeleton, [aria-busy=true]').count()) === 0)
    return page
  }
  const boxes = (page: Page) => page.locator('.failure')
  const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click()
  const again = (page: Page) => page.getByRole('button', { name: 'Try again now' })

  async function keeps(path: string, heading: string): Promise<void> {
    const page = await open(path, heading)
    const before = (await page.getByRole('main').innerText()).split('\n').length
    await page.route(isOfApi, (route) => route.abort())
    await refresh(page)
    await boxes(page).filter({ hasText: 'The API is not reachable' }).waitFor()
    expect(await boxes(page).count()).to.equal(1)
    expect(await boxes(page).innerText()).to.match(/was not refreshed since \d+ \w{3} \d{4}, \d\d:\d\d/)
    expect(await page.getByText('could not be loaded for now').count()).to.equal(0)
    expect((await page.getByRole('main').innerText()).split('\n').length).to.be.at.least(before)
    expect(await accessibilityFaults(page)).to.deep.equal([])
    await page.unroute(isOfApi)
    await again(page).click()
    await boxes(page).waitFor({ state: 'detached' })
  }

  for (const [path, heading] of Object.entries(pages)) {
    it(`keeps the data of ${heading} while the API is away, with one message, until it is back`, () =>
      keeps(path, heading))
  }

  it('keeps the data of an entity, its relationships, and the paths to another one while the API is away', async () => {
    const { data } = await world.demo.get<{ data: { id: string; label: string }[] }>('/v1/entities?type=style&limit=2')
    const [first, second] = data
    if (!first || !second) throw new Error('The demo has no two styles')
    await keeps(`/graph?entity=${first.id}&path=${second.id}`, first.label)
  })

  it('repeats the requests once by itself', async () => {
    const page = await open('/freshness', 'Freshness')
    await page.route(isOfApi, (route) => route.abort())
    await refresh(page)
    await page.getByText(/^Tries again in \d+ s$/).waitFor()
    await page.unroute(isOfApi)
    await boxes(page).waitFor({ state: 'detached' })
  })

  it('waits as long as the API asks, and keeps what only developers need apart', async () => {
    const page = await open('/freshness', 'Freshness')
    const { requestId, ...problem } = await tooMany()
    await page.route(isOfApi, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '40' },
        body: JSON.stringify({ ...problem, requestId }),
      }),
    )
    await refresh(page)
    await page.getByText(/^Tries again in [34]\d s$/).waitFor()
    expect(await boxes(page).getByText(requestId).isVisible()).to.equal(false)
    await boxes(page).getByText('For developers').click()
    await boxes(page).getByText(requestId).waitFor()
    expect(await boxes(page).count()).to.equal(1)
  })
  async function tooMany() {
    const response = await fetch(`${world.demo.api.url}/v1/token`)
    const problem = (await response.json()) as { requestId: string }
    return { ...problem, status: 429, code: 'rate_limited', title: 'Too many requests', retryable: true }
  }

  it('tells that the page still waits, and stops to tell it once the response arrives', async () => {
    const page = await open('/freshness', 'Freshness')
    const { answer } = await holdAnswers(page, isOfApi)
    await refresh(page)
    await page.getByText(/^Still waiting for the API: \d+ s\./).waitFor()
    answer()
    await page.getByText(/^Still waiting/).waitFor({ state: 'detached' })
  })

  it('that stays takes the place of the content, such as an entity that does not exist', async () => {
    const page = await world.open('/graph?entity=00000000-0000-5000-8000-000000000000')
    await page.getByRole('alert').waitFor()
    expect(await boxes(page).count()).to.equal(0)
  })
})
