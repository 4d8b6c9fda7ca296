import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ExplorerWorld, explorerWorld } from '../../support/explorer/explorer-world.ts'
import { manySku, serveManyChanges } from '../../support/explorer/many-changes.ts'
import { watchRows } from '../../support/explorer/watch-rows.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'

const COUNT = 10_000
/** In pixels: less than the height of the rows that are rendered below the visible ones. */
const SHORT_WHEEL = 500
const LONG_WHEEL = 6_000

describeWith(['chromium'], 'a table of 10,000 changes', () => {
  let world: ExplorerWorld

  before(async () => {
    world = await explorerWorld()
  })

  async function open(): Promise<Page> {
    const page = await world.open('/changes', { token: null })
    await serveManyChanges(page, COUNT)
    await page.getByLabel('Token').fill(world.token)
    await page.keyboard.press('Enter')
    await row(page, 0).waitFor()
    return page
  }
  const row = (page: Page, place: number) => page.locator(`[role=row][aria-rowindex="${place + 2}"]`)
  const isAll = (page: Page) => page.getByText('10\u202f000 rows', { exact: true })
  const scrollTop = (page: Page) => page.evaluate<number>('document.querySelector(".table-scroller").scrollTop')
  const readRows = async (page: Page) =>
    Number.parseInt((await page.locator('.table-foot').innerText()).replaceAll('\u202f', ''), 10)

  it('scrolls to its end by keyboard, and back, without a blank row', async () => {
    const page = await open()
    await page.locator(`[role=grid][aria-rowcount="${COUNT + 1}"]`).waitFor()
    const watched = await watchRows(page, { beforeScript: false })
    await row(page, 0).focus()
    for (const key of ['ArrowDown', 'PageDown', 'PageDown', 'ArrowDown']) {
      await page.keyboard.press(key)
      await watched.nextFrame()
    }
    for (let read = await readRows(page); read < COUNT; read = await readRows(page)) {
      const before = read
      await page.keyboard.press('End')
      await until('more rows', async () => (await readRows(page)) > before)
    }
    await page.keyboard.press('End')
    await row(page, COUNT - 1)
      .and(page.locator(':focus'))
      .waitFor()
    expect(await row(page, COUNT - 1).innerText()).to.contain(manySku(COUNT - 1))
    await page.keyboard.press('Home')
    await row(page, 0).and(page.locator(':focus')).waitFor()
    await watched.nextFrame()
    expect(await watched.blanks()).to.deep.equal([])
    expect(await page.locator('[role=row]').count()).to.be.below(100)
  })

  it('scrolls to its end by wheel, without a blank row', async () => {
    const page = await open()
    await page.locator('.table-scroller').hover()
    const short = await watchRows(page, { beforeScript: true })
    for (let step = 0; step < 24; step += 1) {
      const by = step % 4 === 3 ? -SHORT_WHEEL : SHORT_WHEEL
      const target = (await scrollTop(page)) + by
      await page.mouse.wheel(0, by)
      await until('the scrolled table', async () => Math.abs((await scrollTop(page)) - target) < 1)
    }
    expect(await short.blanks()).to.deep.equal([])
    const isAtEnd = () =>
      page.evaluate<boolean>(
        '((it) => it.scrollTop + it.clientHeight >= it.scrollHeight - 1)(document.querySelector(".table-scroller"))',
      )
    const long = await watchRows(page, { beforeScript: false })
    while (!(await isAll(page).isVisible()) || !(await isAtEnd())) {
      // If the last loaded row is already visible, the wheel scrolls the page, and the table leaves the pointer.
      await page.locator('.table-scroller').hover()
      await page.mouse.wheel(0, LONG_WHEEL)
      await long.nextFrame()
    }
    expect(await row(page, COUNT - 1).innerText()).to.contain(manySku(COUNT - 1))
    expect(await long.blanks()).to.deep.equal([])
  })

  it('stays under the pointer while more rows are loaded', async () => {
    const page = await open()
    const pageTop = () => page.evaluate<number>('scrollY')
    await page.locator('.table-scroller').hover()
    const before = await pageTop()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/v1\/bom\/yield-changes\?.*cursor=/, async (route) => {
      await released
      await route.fallback()
    })
    const watched = await watchRows(page, { beforeScript: false })
    const wheel = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await page.mouse.wheel(0, LONG_WHEEL)
        await watched.nextFrame()
      }
    }
    await wheel(2)
    await page.locator('.table[aria-busy=true]').waitFor()
    await wheel(4)
    expect(await pageTop()).to.equal(before)
    const read = await readRows(page)
    release()
    await until('more rows', async () => (await readRows(page)) > read)
  })
})
