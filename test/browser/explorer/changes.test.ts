import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { ChangeCause } from '../../../schemas/bom/change-causes.ts'
import type { BomYieldChangeSummary } from '../../../schemas/bom/yield-change-summary.ts'
import type { BomSnapshot, BomYieldChange } from '../../../schemas/bom/yields.ts'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { grouped } from '../../support/explorer/grouped.ts'
import { plainText } from '../../support/explorer/plain-text.ts'
import { urlOf } from '../../support/explorer/url-of.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, answerOf, sizes, timedOut } from '../browser.ts'

const signed = (amount: string) => (amount.startsWith('-') || amount === '0' ? amount : `+${amount}`)

describeWith(['chromium'], 'the page BOM changes of the Explorer', () => {
  let world: ExplorerWorld
  /** All snapshots, from the oldest to the newest. */
  let snapshots: BomSnapshot[]

  before(async () => {
    world = await explorerWorld()
    snapshots = (await world.demo.all<BomSnapshot>('/v1/bom/snapshots')).toReversed()
  })

  async function open(path: string, options: OpenOptions = {}): Promise<Page> {
    const page = await world.open(path, options)
    await page.getByRole('heading', { name: 'BOM changes', level: 1 }).waitFor()
    return page
  }
  const summaryOf = async (query = '') =>
    (await world.demo.get<{ data: BomYieldChangeSummary }>(`/v1/bom/yield-changes/summary${query}`)).data
  const changesOf = (query = '') => world.demo.all<BomYieldChange>(`/v1/bom/yield-changes${query}`)
  const row = (page: Page, place: number) => page.locator(`[role=row][aria-rowindex="${place + 2}"]`)
  const isWhole = (page: Page) =>
    until('everything is there', async () => (await page.locator('.skeleton, [aria-busy=true]').count()) === 0)
  /** Waits until the summary and the table show what the API returns for a query. */
  async function shows(page: Page, query: string): Promise<void> {
    const [{ counts }, changes] = await Promise.all([summaryOf(query), changesOf(query)])
    expect(changes.length).to.equal(counts.rows)
    const rows = grouped(counts.rows)
    const counted = counts.rows === 1 ? '1 row' : `${rows} rows`
    await page
      .locator('.change-figures')
      .getByText(new RegExp(`^${counted} of`))
      .waitFor()
    const foot = counts.rows > 200 ? `^200 rows of ${rows} ` : `^${counted}$`
    await page.locator('.table-foot').getByText(new RegExp(foot)).waitFor()
    const { style, sku } = changes[0] as BomYieldChange
    await row(page, 0).filter({ hasText: style }).filter({ hasText: sku }).waitFor()
  }
  const chosenIds = (page: Page): Promise<string[]> =>
    page.evaluate(`[...document.querySelectorAll('.timeline input:checked')].map(({ id }) => id)`)
  const idsOf = (from: number, to: number) => [
    `from-${snapshots.at(from)?.snapshotId}`,
    `to-${snapshots.at(to)?.snapshotId}`,
  ]

  it('compares the last two snapshots by default, with the counts of the API', async () => {
    const page = await open('/changes')
    await shows(page, '')
    expect(await chosenIds(page)).to.deep.equal(idsOf(-2, -1))
    expect(await page.locator('.timeline input').count()).to.equal(2 * snapshots.length)
    const { counts, byStyle, bySupplier, largest } = await summaryOf('?top=6')
    const text = await page.getByRole('main').innerText()
    for (const type of ['added', 'removed', 'changed'] as const)
      expect(text).to.contain(`${counts.changeType[type]} ${type}`)
    expect(text).to.contain(`${counts.yieldDirection.increased} increased`)
    for (const { label } of [...byStyle, ...bySupplier]) expect(text).to.contain(label)
    for (const { sku } of largest.filter(({ delta }) => delta?.grossPercent)) expect(text).to.contain(sku)
  })

  it('compares other snapshots by keyboard and by mouse, and keeps them in the URL', async () => {
    const page = await open('/changes')
    await shows(page, '')
    await page.getByText('Choose snapshots on a timeline').click()
    await page.getByRole('radio', { checked: true }).first().focus()
    await page.keyboard.press('ArrowLeft')
    const [third, newest] = [snapshots.at(-3)?.snapshotId, snapshots.at(-1)?.snapshotId]
    await shows(page, `?fromSnapshotId=${third}`)
    expect(page.url()).to.contain(`?fromSnapshotId=${third}&toSnapshotId=${newest}`)
    await page.getByRole('group', { name: 'To' }).getByRole('radio').first().click()
    const oldest = `?fromSnapshotId=${snapshots[0]?.snapshotId}&toSnapshotId=${third}`
    await shows(page, oldest)
    expect(await chosenIds(page)).to.deep.equal(idsOf(0, -3))
    expect(await page.evaluate('document.activeElement.id')).to.equal(`from-${snapshots[0]?.snapshotId}`)
    await page.getByRole('button', { name: 'Next pair' }).click()
    await until('the later pair', async () => (await chosenIds(page)).join() === idsOf(1, -2).join())
    await page.goBack()
    await shows(page, oldest)
    const again = await open(new URL(page.url()).pathname.replace('/explorer', '') + new URL(page.url()).search)
    await shows(again, oldest)
    await again.getByRole('button', { name: 'Last two' }).click()
    await shows(again, '')
  })

  it('filters by a line of the summary, and removes the filter by a second click', async () => {
    const between = { fromSnapshotId: snapshots[0]?.snapshotId ?? '', toSnapshotId: snapshots.at(-1)?.snapshotId ?? '' }
    const query = (filters: Record<string, string> = {}) => `?${new URLSearchParams({ ...between, ...filters })}`
    const page = await open(`/changes${query()}`)
    await shows(page, query())
    const { byStyle, largest } = await summaryOf(query())
    const [first, second] = byStyle.map(({ key }) => key) as [string, string]
    const line = (title: string) =>
      page
        .locator('.line-button')
        .and(page.getByTitle(title, { exact: true }))
        .first()
    await line(first).click()
    await shows(page, query({ style: first }))
    expect(new URL(page.url()).searchParams.get('style')).to.equal(first)
    await line(second).click()
    await shows(page, query({ style: second }))
    expect(await line(second).getAttribute('aria-pressed')).to.equal('true')
    await line(second).press('Enter')
    await shows(page, query())
    await page.getByRole('button', { name: /\d changed$/ }).press('Space')
    await shows(page, query({ changeType: 'changed' }))
    await page.getByRole('button', { name: 'Clear all' }).click()
    await shows(page, query())
    const [mover] = largest as unknown as [BomYieldChange]
    expect(mover.delta?.grossPercent).to.not.equal(null)
    await line(`${mover.style} ${mover.sku}`).click()
    const { style, sku } = mover
    await shows(page, query({ style, sku, material: (mover.after ?? mover.before)?.material ?? '' }))
    await line(`${style} ${sku}`).click()
    await shows(page, query())
  })

  it('shows the causes of changes, and the rows of one', async () => {
    const query = `?fromSnapshotId=${snapshots[0]?.snapshotId}`
    const { byCause, causeCount } = await summaryOf(`${query}&groupBy=cause&top=6`)
    const page = await open(`/changes${query}`)
    await isWhole(page)
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Causes' }) })
    const lines = card.locator('.cause-lines > li')
    expect(await lines.count())
      .to.equal(byCause.length)
      .and.to.be.above(2)
    expect(plainText(await card.innerText())).to.contain(`${byCause.length} of ${causeCount}`)
    const [first] = byCause as unknown as [ChangeCause]
    const text = plainText(await lines.first().innerText())
    for (const part of [first.style, first.after?.materialLabel ?? '', signed(first.grossPercent?.max ?? '')])
      expect(text).to.contain(part)
    await lines.first().getByRole('button').click()
    const filters = { style: first.style, material: first.after?.material ?? '', changeType: 'changed' }
    await shows(page, `${query}&${new URLSearchParams(filters)}`)
    await lines.first().getByRole('button', { pressed: true }).click()
    await shows(page, query)
  })

  it('shows the cost effect of changes by currency, if the token may read prices', async () => {
    const query = `?fromSnapshotId=${snapshots[0]?.snapshotId}`
    const { byStyle, byMaterial } = await summaryOf(`${query}&top=6`)
    for (const [title, things] of [['Styles', byStyle] as const, ['Materials', byMaterial] as const]) {
      const page = await open(`/changes${query}`)
      await isWhole(page)
      const lines = page.locator('.card', { has: page.getByRole('heading', { name: title }) }).locator('.things > li')
      expect(await lines.count()).to.equal(things.length)
      for (const [place, { costEffect, unpriced }] of things.entries()) {
        const effects = costEffect ?? []
        const amounts = effects.map(({ amount, currency }) => `${signed(amount ?? '')} ${currency}`)
        const text = plainText(await lines.nth(place).innerText())
        for (const amount of amounts) expect(text).to.contain(amount)
        const isPartial = amounts.length > 0 && unpriced !== null && unpriced > 0
        expect(text.includes('without'), text).to.equal(isPartial)
      }
      expect(things.filter(({ costEffect }) => costEffect !== null && costEffect.length > 0)).to.not.be.empty
      expect(await page.getByText('the mean change of the material cost of one garment').count()).to.equal(1)
    }
    const { text: token } = await world.issue({ scopes: ['bom:read'] })
    const unpriced = await open(`/changes${query}`, { token })
    await isWhole(unpriced)
    expect(await unpriced.locator('.things > li').count()).to.be.above(0)
    expect(await unpriced.getByText('the mean change of the material cost').count()).to.equal(0)
    expect(await unpriced.locator('.cost').count()).to.equal(0)
  })

  it('has every filter of the API, with values entered by keyboard', async () => {
    const page = await open('/changes?changeType=changed')
    const [change] = (await changesOf('?changeType=changed')).filter(({ after }) => after?.mpn && after.supplierCode)
    const { style = '', sku = '', material = '', supplierCode, mpn } = change?.after ?? {}
    const filters = { style, sku, material, supplier: supplierCode ?? '', mpn: mpn ?? '' }
    const [newest, previous] = snapshots.toReversed().map(({ snapshotId }) => snapshotId)
    const pair = { fromSnapshotId: previous ?? '', toSnapshotId: newest ?? '' }
    const query = new URLSearchParams({ ...pair, changeType: 'changed' })
    for (const [name, value] of Object.entries(filters)) {
      query.set(name, value)
      await page.getByLabel(name, { exact: false }).and(page.locator('.filter input')).fill(value)
      await page.keyboard.press('Enter')
      await shows(page, `?${query}`)
    }
    await page.getByLabel('Change', { exact: true }).selectOption('')
    await page.getByLabel('With unchanged rows').check()
    query.delete('changeType')
    query.set('includeUnchanged', 'true')
    await shows(page, `?${query}`)
    expect([...new URL(urlOf(page)).searchParams]).to.have.deep.members([...query])
  })

  it('moves through the rows by keyboard, and opens one with its values before and after', async () => {
    const page = await open('/changes?changeType=changed')
    const changes = await changesOf('?changeType=changed')
    const place = changes.findIndex(({ changedFields }, at) => at > 0 && changedFields.includes('grossYield'))
    const change = changes[place] as BomYieldChange
    await row(page, 0).focus()
    for (let step = 0; step < place; step += 1) await page.keyboard.press('ArrowDown')
    const focused = () => page.evaluate('document.activeElement.ariaRowIndex')
    await until('the row', async () => (await focused()) === String(place + 2))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.innerText())
      .to.contain('Match key')
      .and.to.contain(change.matchKey)
    const lines = dialog.locator('tbody tr')
    expect(await lines.count()).to.equal(Object.keys(change.after ?? {}).length - 1)
    expect(await dialog.locator('tr.changed').count()).to.equal(change.changedFields.length)
    expect(await dialog.locator('del').allTextContents()).to.include(change.before?.grossYield)
    expect(await dialog.locator('ins').allTextContents()).to.include(change.after?.grossYield)
    expect(await accessibilityFaults(page)).to.deep.equal([])
    const address = new URL(page.url())
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focused()).to.equal(String(place + 2))
    const again = await open(address.pathname.replace('/explorer', '') + address.search)
    await again
      .getByRole('dialog', { name: `${change.style} ${change.sku}` })
      .getByText(change.matchKey)
      .waitFor()
  })

  it('downloads the filtered rows as CSV, with a verified checksum', async () => {
    const page = await open('/changes?changeType=changed')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const download = await coming
    expect(download.suggestedFilename()).to.match(/^bom_yield_changes-.+\.csv$/)
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines.length - 1).to.equal((await changesOf('?changeType=changed')).length)
  })

  it('explains why no row is shown: equal snapshots, an unknown value, or an unknown snapshot', async () => {
    const [newest, summary] = [snapshots.at(-1)?.snapshotId, await summaryOf()]
    const same = `?fromSnapshotId=${newest}&toSnapshotId=${newest}`
    const page = await open(`/changes${same}&style=nobody`)
    const { meta } = await world.demo.get<{ meta: { notices: { detail: string }[] } }>(
      `/v1/bom/yield-changes${same}&style=nobody`,
    )
    expect(meta.notices.length).to.equal(2)
    for (const { detail } of meta.notices) await page.locator('.notice').getByText(detail).waitFor()
    await page.getByRole('button', { name: 'Show all changes' }).click()
    await page.getByText('These snapshots have no changes.').waitFor()
    await page.getByRole('button', { name: 'Last two' }).click()
    await page.locator('.change-figures').getByText(`${summary.counts.rows} rows of`).waitFor()
    const wrong = await open('/changes?toSnapshotId=00000000000000000000000000')
    const alert = wrong.getByRole('alert')
    await alert.waitFor()
    expect(await alert.count()).to.equal(1)
    expect(await alert.innerText()).to.contain('snapshot_not_found')
  })

  it('shows one problem if only the summary cannot be loaded', async () => {
    const page = await world.open('/freshness')
    await page.getByRole('heading', { name: 'Freshness', level: 1 }).waitFor()
    await page.route('**/v1/bom/yield-changes/summary**', (route) => route.fulfill(answerOf(timedOut)))
    await page.getByRole('navigation').getByRole('link', { name: 'BOM changes', exact: true }).click()
    await row(page, 0).waitFor()
    await page.getByRole('alert').filter({ hasText: timedOut.detail }).first().waitFor()
    expect(await page.getByRole('alert').count()).to.equal(1)
  })

  it('sends at most ten requests, whatever filters are set', async () => {
    const [{ style, sku, after, before }] = (await changesOf()) as [BomYieldChange]
    const { material = '', supplierCode } = after ?? before ?? {}
    const query = new URLSearchParams({ style, sku, material, supplier: supplierCode ?? '', changeType: 'changed' })
    const seen = world.browser.requests.length
    await isWhole(await open(`/changes?${query}`))
    const asked = world.browser.requests.slice(seen).filter((url) => new URL(url).pathname.startsWith('/v1/'))
    expect(asked.length).to.be.within(7, 10)
    expect(new Set(asked).size).to.equal(asked.length)
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation that axe finds, on a phone and a desktop: ${colorScheme}`, async () => {
      for (const viewport of Object.values(sizes)) {
        const page = await open('/changes', { colorScheme, viewport })
        await shows(page, '')
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
