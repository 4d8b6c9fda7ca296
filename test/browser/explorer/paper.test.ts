import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { BomYield } from '../../../schemas/bom/yields.ts'
import { type ExplorerWorld, explorerWorld } from '../../support/explorer/explorer-world.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'

/** The pixels of an A4 page between its margins, and of the narrowest screen that WCAG 2.2 asks for (1.4.10). */
const [paper, narrow] = [718, 320]
/** Texts that end in an ellipsis, or are cut otherwise. */
const cutTexts = `[...document.querySelectorAll('main *')]
  .filter((one) => !one.matches('.visually-hidden, svg, svg *') && one.checkVisibility())
  .filter((one) => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)`
/** The elements that make a page wider than the screen or the paper. */
const tooWide = `((page) => page.scrollWidth <= page.clientWidth ? [] : [...document.querySelectorAll('body *')]
  .filter((one) => one.getBoundingClientRect().right > page.clientWidth)
  .map((one) => one.className + ' to ' + one.getBoundingClientRect().right + ': ' + one.textContent.slice(0, 80)))(document.documentElement)`

describeWith(['chromium'], 'the Explorer on paper and on narrow screens', () => {
  let world: ExplorerWorld
  let style: string
  let paths: string[]

  before(async () => {
    world = await explorerWorld()
    const { data } = await world.demo.get<{ data: BomYield[] }>('/v1/bom/yields?limit=1')
    style = data[0]?.style ?? ''
    paths = [
      ...['/', '/changes', `/yields?style=${style}`, '/requirements', '/graph?q=a', '/materials'],
      ...['/materials?view=positions', '/freshness', '/exports', '/ingest', '/ingest?list=rejections'],
    ]
  })

  async function open(path: string, width: number): Promise<Page> {
    const page = await world.open(path, { viewport: { width, height: 1000 } })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await until('everything is there', async () => (await page.locator('.skeleton, [aria-busy=true]').count()) === 0)
    return page
  }

  it('prints every text whole', async () => {
    for (const path of paths) {
      const page = await open(path, paper)
      await page.emulateMedia({ media: 'print' })
      expect(await page.evaluate(cutTexts), path).to.deep.equal([])
      expect(await page.evaluate(tooWide), path).to.deep.equal([])
    }
  })

  it('prints each yield of a style with its SKU', async () => {
    const rows = await world.demo.all<BomYield>(`/v1/bom/yields?style=${style}`)
    const page = await open(`/yields?style=${style}`, paper)
    await page.emulateMedia({ media: 'print' })
    const shown = await page.evaluate<string[]>(`[...document.querySelectorAll('.matrix td:has(.amount)')]
      .map((cell) => getComputedStyle(cell, '::before').content + cell.textContent)`)
    expect(shown).to.have.length(rows.length)
    for (const { sku, grossYield } of rows)
      expect(shown.some((text) => text.startsWith(`"${sku}"`) && text.includes(grossYield))).to.equal(true)
  })

  it('has no page that is wider than a screen of 320 pixels', async () => {
    for (const path of paths) expect(await (await open(path, narrow)).evaluate(tooWide), path).to.deep.equal([])
  })
})
