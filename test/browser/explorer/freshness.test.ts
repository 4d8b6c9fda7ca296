import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { oddDatasets } from '../../../demo/connected/loads.ts'
import type { Freshness } from '../../../schemas/materials/datasets.ts'
import type { SourceInspection } from '../../../schemas/materials/source-inspection.ts'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { grouped } from '../../support/explorer/grouped.ts'
import { urlOf } from '../../support/explorer/url-of.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, sizes } from '../browser.ts'

const secondsOf = { d: 86_400, h: 3_600, min: 60, s: 1 }
const ranks = { stale: 0, unknown: 1, fresh: 2 }

describeWith(['chromium'], 'the page Freshness of the Explorer', () => {
  let world: ExplorerWorld
  /** The datasets as the API returns them. Its clock is fixed, so the page gets the same ages. */
  let datasets: Freshness[]

  before(async () => {
    world = await explorerWorld()
    datasets = await world.demo.all<Freshness>('/v1/freshness')
  })

  async function open(path = '/freshness', options: OpenOptions = {}): Promise<Page> {
    const page = await world.open(path, options)
    await page.getByRole('heading', { name: 'Freshness', level: 1 }).waitFor()
    await page.locator('.table-body [role=row]').first().waitFor()
    return page
  }
  const rows = (page: Page) => page.locator('.table-body [role=row]')
  const shownIds = (page: Page) => page.locator('.dataset-id').allInnerTexts()
  const ofStatus = (status: Freshness['status']) => datasets.filter((one) => one.status === status)
  const shortly = async (page: Page, id: string) => {
    const row = rows(page).filter({ has: page.getByText(id, { exact: true }) })
    return (await row.innerText()).replaceAll(/\s+/g, ' ')
  }

  it('shows the age of each dataset in seconds with its thresholds, late datasets first', async () => {
    const page = await open('/freshness', { viewport: { width: 1400, height: 3000 } })
    const shown = await shownIds(page)
    expect(shown).to.have.members(datasets.map(({ datasetId }) => datasetId))
    const order = shown.map((id) => ranks[datasets.find(({ datasetId }) => datasetId === id)?.status ?? 'fresh'])
    expect(order).to.deep.equal(order.toSorted())
    expect(new Set(order).size).to.equal(3)
    for (const { datasetId, status, lagSeconds, warnAfterSeconds, errorAfterSeconds, lastAttemptStatus } of datasets) {
      const text = await shortly(page, datasetId)
      const spans = [...text.matchAll(/(?:\d+ (?:d|h|min|s)\b ?)+/g)].map(([span]) =>
        [...span.matchAll(/(\d+) (d|h|min|s)/g)].reduce(
          (sum, [, count, unit]) => sum + Number(count) * secondsOf[unit as keyof typeof secondsOf],
          0,
        ),
      )
      const expectedSpans = [lagSeconds, warnAfterSeconds, errorAfterSeconds].filter((seconds) => seconds !== null)
      expect(spans, text).to.deep.equal(expectedSpans)
      expect(text.toLowerCase())
        .to.contain(status)
        .and.to.contain(lastAttemptStatus ?? 'none')
    }
    const late = datasets.length - ofStatus('fresh').length
    expect(await page.locator('.freshness-counts').innerText()).to.contain(`${late} of ${datasets.length} datasets`)
    expect(await page.getByRole('main').innerText()).to.match(/The service (has applied|is .+ behind|does not report)/)
  })

  it('draws lag and thresholds on one scale', async () => {
    const page = await open(`/freshness?datasetId=${oddDatasets.stale}`)
    const [dataset] = datasets.filter(({ datasetId }) => datasetId === oddDatasets.stale)
    const parts: number[] = await page.evaluate(`['.lag-fill', '.lag-mark', '.lag-mark.error'].map((part) => {
      const { left, right } = document.querySelector(part).getBoundingClientRect()
      const track = document.querySelector('.lag-track').getBoundingClientRect()
      return ((part === '.lag-fill' ? right : left) - track.left) / track.width
    })`)
    const [lag = 0, warn = 0, error = 0] = parts
    expect(error).to.be.within(0.5, 1)
    expect(lag / error).to.be.closeTo((dataset?.lagSeconds ?? 0) / (dataset?.errorAfterSeconds ?? 1), 0.02)
    expect(warn / error).to.be.closeTo((dataset?.warnAfterSeconds ?? 0) / (dataset?.errorAfterSeconds ?? 1), 0.02)
    expect(await rows(page).count()).to.equal(1)
  })

  it('filters by a click on a count, and removes the filter by a second click', async () => {
    const page = await open('/freshness', { viewport: sizes.phone })
    const stale = page.getByRole('link', { name: `${ofStatus('stale').length} stale` })
    await stale.click()
    await page.waitForURL('**/freshness?status=stale&org=*')
    await page.getByText(/^1 row$|^\d+ rows$/).waitFor()
    expect(await shownIds(page)).to.have.members(ofStatus('stale').map(({ datasetId }) => datasetId))
    expect(await page.getByLabel('Status', { exact: true }).inputValue()).to.equal('stale')
    expect(await page.locator('.freshness-counts').innerText()).to.contain(`of ${datasets.length} datasets`)
    await stale.click()
    await page.waitForURL('**/freshness?org=*')
    await page.getByText(`${datasets.length} rows`).waitFor()
  })

  it('opens the last loads of a dataset by keyboard, with the error of a failed load', async () => {
    const page = await open(`/freshness?datasetId=${oddDatasets.failing}`)
    const { data } = await world.demo.get<{ data: SourceInspection }>('/v1/sources/inspect?system=erp')
    const loads = data.lastLoads.filter(({ datasetId }) => datasetId === oddDatasets.failing)
    await rows(page).first().focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: oddDatasets.failing })
    await dialog.locator('.load-list').waitFor()
    const items = await dialog.locator('.load-list > li').allInnerTexts()
    expect(items.length).to.equal(loads.length).and.to.be.above(2)
    for (const [place, { status, error, rowsRead }] of loads.entries()) {
      expect(items[place]?.toLowerCase())
        .to.contain(status)
        .and.to.contain((error ?? '').toLowerCase())
      if (rowsRead !== null) expect(items[place]).to.contain(`${grouped(rowsRead)} row`)
    }
    expect(loads.some(({ error }) => error !== null)).to.equal(true)
    expect(await dialog.innerText()).to.contain('The last load failed')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.ariaRowIndex')).to.equal('2')
  })

  it('restores its state from the URL, and links to other datasets of the source', async () => {
    const page = await open(`/freshness?inspect=${oddDatasets.running}`)
    const dialog = page.getByRole('dialog')
    await dialog.locator('.load-list').waitFor()
    expect(await dialog.innerText())
      .to.contain('still running')
      .and.to.contain('erp.requirements')
    await dialog.getByRole('link', { name: 'erp.item_master' }).click()
    await page.getByRole('dialog', { name: 'erp.item_master' }).getByText('ITEM_DESC').waitFor()
    expect(urlOf(page)).to.match(/\/freshness\?inspect=erp.item_master$/)
  })

  it('downloads the filtered datasets as CSV', async () => {
    const page = await open('/freshness?status=fresh')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const download = await coming
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines.length - 1).to.equal(ofStatus('fresh').length)
  })

  it('explains why no dataset is shown, and recovers', async () => {
    const page = await world.open('/freshness?datasetId=no.such')
    const problem = page.getByRole('alert').first()
    await problem.waitFor()
    expect(await problem.innerText())
      .to.contain('dataset_not_found')
      .and.to.match(/Request\s+\S+/)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByText(`${datasets.length} rows`).waitFor()
    await page.route('**/v1/sources/inspect**', (route) => route.abort())
    await rows(page).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('alert').waitFor()
    await page.unroute('**/v1/sources/inspect**')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('heading', { name: 'Last loads' }).waitFor()
  })

  it('reports that all datasets are fresh', async () => {
    const page = await world.open('/', { token: null })
    await page.route('**/v1/freshness**', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.data = body.data.filter(({ status }: Freshness) => status === 'fresh')
      body.meta.projector.lagSeconds = 125
      await route.fulfill({ response: answer, json: body })
    })
    await page.getByLabel('Token').fill(world.token)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    const loading = page.getByText('Data is still loading: the service is 2 min 5 s behind')
    await loading.waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Freshness' }).click()
    await loading.waitFor()
    await page.getByText(`All ${ofStatus('fresh').length} datasets are fresh.`).waitFor()
    await page.getByText('The service is 2 min 5 s behind.').waitFor()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation that axe finds, on a phone and a desktop: ${colorScheme}`, async () => {
      for (const viewport of Object.values(sizes)) {
        const list = await open('/freshness', { colorScheme, viewport })
        const filtered = await open('/freshness?status=stale', { colorScheme, viewport })
        const inspected = await open(`/freshness?inspect=${oddDatasets.failing}`, { colorScheme, viewport })
        await inspected.locator('.load-list').waitFor()
        for (const page of [list, filtered, inspected]) {
          await page.locator('.freshness-counts').waitFor()
          expect(await accessibilityFaults(page)).to.deep.equal([])
          expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
        }
      }
    })
  }

  it('violates no content security policy, sends at most ten requests, and throws no error', async () => {
    const { browser } = world
    const before = browser.requests.length
    const page = await open(`/freshness?status=fresh&inspect=${oddDatasets.failing}`)
    await page.locator('.load-list').waitFor()
    const asked = browser.requests.slice(before).filter((url) => new URL(url).pathname.startsWith('/v1/'))
    expect(asked.length).to.be.within(4, 10)
    expect(browser.requests.filter((url) => new URL(url).origin !== world.demo.api.url)).to.deep.equal([])
    expect(browser.errors).to.deep.equal([])
    expect(browser.violations).to.deep.equal([])
  })
})
