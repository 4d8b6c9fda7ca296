import type { BomYield, MaterialRequirements, RequirementCost } from '@tenant-data/client'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { plainText } from '../../support/explorer/plain-text.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, sizes } from '../browser.ts'

/** A total without an exact decimal is shown by the mean of one piece. */
const shownTotal = ({ amount, currency, mean }: RequirementCost): string =>
  amount === null ? `${mean} ${currency} a piece` : `${amount} ${currency}`

describeWith(['chromium'], 'the page Order needs of the Explorer', () => {
  let world: ExplorerWorld
  /** Two SKUs of the newest snapshot. */
  let skus: string[]

  before(async () => {
    world = await explorerWorld()
    const { data } = await world.demo.get<{ data: BomYield[] }>('/v1/bom/yields?limit=400')
    skus = [...new Set(data.map(({ sku }) => sku))].slice(0, 2)
  })

  async function open(query = '', options: OpenOptions = {}): Promise<Page> {
    const page = await world.open(`/requirements${query}`, options)
    await page.getByRole('heading', { name: 'Order needs', level: 1 }).waitFor()
    return page
  }
  const calculated = async (body: object) =>
    (await world.demo.post<{ data: MaterialRequirements }>('/v1/bom/material-requirements', body)).data

  it('calculates an order that is pasted, with the totals and quantities of the API', async () => {
    const [first, second] = skus as [string, string]
    const page = await open()
    await page.getByText('No order yet.').waitFor()
    await page.getByLabel('Order').fill(`${first}\t300\n${second}\t200\n`)
    await page.getByRole('button', { name: 'Calculate' }).click()
    const items = [
      { sku: first, pieces: 300 },
      { sku: second, pieces: 200 },
    ]
    const { totals, materials } = await calculated({ items })
    await page.getByText('500 pieces').waitFor()
    const figures = plainText(await page.locator('.totals').innerText())
    expect(totals.length).to.be.above(0)
    for (const total of totals) expect(figures).to.contain(shownTotal(total))
    const [material] = materials
    const row = page.getByRole('row').filter({ hasText: material?.label ?? 'none' })
    const shown = material?.gross ? `${material.gross} ${material.uom}` : `${material?.mean} ${material?.uom} a piece`
    expect(plainText(await row.first().innerText())).to.contain(shown)
    const again = await open(new URL(page.url()).search)
    await again.getByText('500 pieces').waitFor()
    expect(await again.getByLabel('Order').inputValue()).to.contain(first)
  })

  it('shows the mean of one piece for amounts that have no exact decimal', async () => {
    const [sku] = skus
    const { materials, totals } = await calculated({ items: [{ sku, pieces: 50 }] })
    const priced = materials.find(({ cost }) => cost !== null)
    const [total] = totals
    if (!priced?.cost || !total) throw new Error('The demo has no price of the materials')
    const page = await open()
    await page.route('**/v1/bom/material-requirements', async (route) => {
      const response = await route.fetch()
      const body: { data: MaterialRequirements } = await response.json()
      for (const one of body.data.materials) {
        one.gross = null
        if (one.cost !== null) one.cost.amount = null
      }
      for (const one of body.data.totals) one.amount = null
      await route.fulfill({ response, json: body })
    })
    await page.getByLabel('Order').fill(`${sku} 50`)
    await page.getByRole('button', { name: 'Calculate' }).click()
    await page.getByText('50 pieces').waitFor()
    const row = page.getByRole('row').filter({ hasText: priced.label })
    expect(plainText(await row.first().innerText()))
      .to.contain(`${priced.mean} ${priced.uom} a piece`)
      .and.to.contain(`${priced.cost.mean} ${priced.cost.currency} a piece`)
    expect(plainText(await page.locator('.totals').innerText()))
      .to.contain(`${total.mean} ${total.currency} a piece`)
      .and.not.to.contain('none')
  })

  it('names the lines that are no items, and items that the BOM does not contain', async () => {
    const [first] = skus
    const page = await open()
    await page.getByLabel('Order').fill(`${first}\n${first} 1`)
    await page.getByRole('button', { name: 'Calculate' }).click()
    await page.getByText('Line 1 has no number of pieces.').waitFor()
    await page.getByLabel('Order').fill(`${first} 1\n\nABSENT 7`)
    await page.getByRole('button', { name: 'Calculate' }).click()
    await page.getByText('Line 3, ABSENT: no style of the BOM has this SKU').waitFor()
    await page.getByText('1 piece', { exact: true }).waitFor()
  })

  it('uses the chosen prices and stock', async () => {
    const [sku] = skus
    const page = await open(`?${new URLSearchParams({ order: `${sku} 50` })}`)
    await page.getByText('50 pieces').waitFor()
    await page.getByLabel('Price').selectOption('none')
    await page.getByLabel('Without stock').check()
    const { materials, totals } = await calculated({ items: [{ sku, pieces: 50 }], priceBasis: 'none', stock: 'none' })
    expect(totals).to.deep.equal([])
    await page.locator('.totals li').nth(1).waitFor({ state: 'detached' })
    const row = page.getByRole('row').filter({ hasText: materials[0]?.label ?? 'none' })
    expect(await row.first().getByText('none').count()).to.be.above(3)
  })

  it('has no accessibility faults, in both themes and on a phone', async () => {
    const order = new URLSearchParams({ order: `${skus[0]} 50` })
    for (const [viewport, colorScheme] of [[sizes.desktop, 'dark'] as const, [sizes.phone, 'light'] as const]) {
      const page = await open(`?${order}`, { viewport, colorScheme })
      await page.getByText('50 pieces').waitFor()
      expect(await accessibilityFaults(page)).to.deep.equal([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).to.equal(true)
    }
  })
})
