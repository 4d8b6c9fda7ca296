import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { builtFolder } from '../../../api/explorer/built-pages.ts'
import type { BomYieldChangeSummary } from '../../../schemas/bom/yield-change-summary.ts'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { grouped } from '../../support/explorer/grouped.ts'
import { urlOf } from '../../support/explorer/url-of.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, answerOf, sizes, timedOut } from '../browser.ts'

describeWith(['chromium'], 'the page Overview of the Explorer', () => {
  let world: ExplorerWorld

  before(async () => {
    world = await explorerWorld()
  })

  async function open(options: OpenOptions = {}): Promise<Page> {
    const page = await world.open('', options)
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    return page
  }
  const cards = ['BOM changes', 'Freshness', 'Open exceptions', 'Rejected events', 'Last exports']
  const isWhole = (page: Page) =>
    until('everything is there', async () => (await page.locator('.skeleton').count()) === 0)

  it('shows the counts of the API, with links to their pages', async () => {
    const page = await open()
    await isWhole(page)
    for (const name of cards) await page.getByRole('heading', { name, level: 2 }).waitFor()
    const text = await page.getByRole('main').innerText()
    const { changes } = world.demo
    const { data } = await world.demo.get<{ data: BomYieldChangeSummary }>('/v1/bom/yield-changes/summary?top=5')
    expect(text).to.contain(`${data.counts.changeType.changed} changed`)
    expect(changes.length).to.be.above(0)
    for (const { style, sku } of data.largest) expect(text).to.contain(`${style} ${sku}`)
    const { data: exceptions } = await world.demo.get<{
      data: { counts: { exceptions: number; severity: { critical: number } } }
    }>('/v1/material-position-exceptions/summary?status=open')
    expect(text).to.contain(`${grouped(exceptions.counts.exceptions)} exceptions`)
    expect(await page.locator('.all-right').count()).to.equal(exceptions.counts.exceptions === 0 ? 1 : 0)
    const { critical } = exceptions.counts.severity
    const verdict = page.locator('.not-all-right')
    expect(critical, 'the demo has critical exceptions').to.be.above(0)
    await verdict.getByText(`${grouped(critical)} critical exception`).click()
    await page.waitForURL(/\/materials\?/)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).to.deep.include({
      severity: 'critical',
      status: 'open',
    })
  })

  it('names the time zone of the reader once, and UTC in the tooltip of a time', async () => {
    const page = await open()
    await isWhole(page)
    const zone = await page.evaluate('new Intl.DateTimeFormat().resolvedOptions().timeZone')
    expect(await page.locator('.menu').innerText()).to.contain(`Times are in ${zone}`)
    expect(await page.locator('main time').first().getAttribute('title')).to.match(/^\d+ \w+ \d{4}, \d\d:\d\d UTC$/)
  })

  it('sends at most ten requests, in parallel, and only to the service', async () => {
    const before = world.browser.requests.length
    const page = await open()
    await isWhole(page)
    const asked = world.browser.requests.slice(before).filter((url) => new URL(url).pathname.startsWith('/v1/'))
    expect(asked.length).to.be.within(6, 10)
    expect(new Set(asked).size).to.equal(asked.length)
  })

  it('loads at most 150 kB of script', async () => {
    const before = world.browser.requests.length
    await isWhole(await open())
    const paths = world.browser.requests.slice(before).map((url) => new URL(url).pathname)
    const scripts = new Set(paths.filter((path) => path.endsWith('.js')))
    const sizes = [...scripts].map(
      (path) => gzipSync(readFileSync(join(builtFolder, path.replace('/explorer/', '')))).length,
    )
    expect(sizes.length).to.be.above(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.within(50_000, 150_000)
  })

  it('links by keyboard to the changes of one type', async () => {
    const page = await open()
    await isWhole(page)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Skip to content')
    await page.keyboard.press('Enter')
    const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent')
    for (let step = 0; step < 20 && !/\d changed$/.test(await focused()); step += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'BOM changes', level: 1 }).waitFor()
    expect(urlOf(page)).to.match(/\/explorer\/changes\?fromSnapshotId=\S+&toSnapshotId=\S+&changeType=changed$/)
    expect(await page.evaluate('document.activeElement.id')).to.equal('main')
    expect(await page.title()).to.match(/^BOM changes · /)
    await page.goBack()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  })

  it('links by mouse to the exceptions of one severity', async () => {
    const page = await open()
    await isWhole(page)
    await page.getByRole('link', { name: /\d+ medium/ }).click()
    await page.getByRole('heading', { name: 'Materials', level: 1 }).waitFor()
    expect(urlOf(page)).to.match(/\/explorer\/materials\?severity=medium&status=open$/)
  })

  it('has a menu on a phone', async () => {
    const page = await open({ viewport: sizes.phone })
    expect(await page.getByRole('link', { name: 'Graph' }).isVisible()).to.equal(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Graph' }).click()
    await page.getByRole('heading', { name: 'Graph', level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: 'Freshness' }).isVisible()).to.equal(false)
  })

  it('shows its requests as curl and as TypeScript, without the token', async () => {
    const page = await open()
    await isWhole(page)
    await page.getByText('Show as curl and TypeScript').click()
    const code = await page.locator('.as-code').innerText()
    expect(code).to.contain('-H "Authorization: Bearer $TOKEN"')
    expect(code).to.contain('client.summarizeBomYieldChanges({ top: 5 })')
    expect(code).to.not.contain(world.token)
    await page.getByRole('button', { name: 'Copy curl' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).to.contain('/v1/bom/snapshots?limit=2')
  })

  it('explains why a section is missing, and recovers when the API is back', async () => {
    const page = await open()
    await isWhole(page)
    await page.route('**/v1/freshness**', (route) => route.abort())
    await page.getByRole('button', { name: 'Refresh' }).click()
    const problem = page.locator('.failure')
    await problem.waitFor()
    expect(await problem.innerText()).to.contain('The API is not reachable')
    expect(await accessibilityFaults(page)).to.deep.equal([])
    await page.unroute('**/v1/freshness**')
    await problem.getByRole('button', { name: 'Try again now' }).click()
    await problem.waitFor({ state: 'detached' })
  })

  it('shows a problem with its detail, its fix, the request ID, and the link to its page', async () => {
    const page = await world.open('', { token: null })
    await page.route('**/v1/bom/yield-changes/summary**', (route) => route.fulfill(answerOf(timedOut)))
    await page.getByLabel('Token').fill(world.token)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('alert')
    await panel.waitFor()
    const text = await panel.innerText()
    for (const part of ['Query timed out', 'within 5 s', 'Narrow the filters.', timedOut.requestId]) {
      expect(text).to.contain(part)
    }
    expect(await panel.getByRole('link').getAttribute('href')).to.equal(timedOut.type)
  })

  it('shows labels that contain HTML as text', async () => {
    const page = await world.open('', { token: null })
    const hostile = '<img src=x onerror="document.title=1"><script>alert(1)</script>\u202eabc'
    await page.route('**/v1/token', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.data.organization.name = hostile
      await route.fulfill({ response: answer, json: body })
    })
    await page.getByLabel('Token').fill(world.token)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    expect(await page.locator('.whose b').textContent()).to.equal(hostile)
    expect(await page.locator('img, main script').count()).to.equal(0)
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation that axe finds, on a phone and a desktop: ${colorScheme}`, async () => {
      for (const viewport of Object.values(sizes)) {
        const page = await open({ colorScheme, viewport })
        await isWhole(page)
        expect(await accessibilityFaults(page)).to.deep.equal([])
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
      }
    })
  }

  it('violates no content security policy, sends requests only to the service, and throws no error', async () => {
    const { browser, demo } = world
    expect(browser.requests.length).to.be.above(50)
    expect(browser.requests.filter((url) => new URL(url).origin !== demo.api.url)).to.deep.equal([])
    expect(browser.errors).to.deep.equal([])
    expect(browser.violations).to.deep.equal([])
  })
})
