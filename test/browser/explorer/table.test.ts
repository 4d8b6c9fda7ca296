import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { BomYieldChange } from '../../../schemas/bom/yields.ts'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { grouped } from '../../support/explorer/grouped.ts'
import { serveManyChanges } from '../../support/explorer/many-changes.ts'
import { urlOf } from '../../support/explorer/url-of.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, sizes } from '../browser.ts'

describeWith(['chromium'], 'a table of the Explorer', () => {
  let world: ExplorerWorld
  /** The changes in the order of the API. */
  let changes: BomYieldChange[]

  before(async () => {
    world = await explorerWorld()
    changes = await world.demo.all<BomYieldChange>('/v1/bom/yield-changes')
  })

  async function open(path = '/changes', options: OpenOptions = {}): Promise<Page> {
    const page = await world.open(path, options)
    await row(page, 0).waitFor()
    return page
  }
  const row = (page: Page, place: number) => page.locator(`[role=row][aria-rowindex="${place + 2}"]`)
  const heading = (page: Page, name: string) => page.getByRole('columnheader', { name }).getByRole('button')
  const copied = async (page: Page) =>
    (await page.evaluate<string>('navigator.clipboard.readText()'))
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
  const wholeText = (count: number) => new RegExp(`^${grouped(count)} rows$`)

  async function loadAll(page: Page): Promise<void> {
    if (changes.length > 200) await page.getByRole('button', { name: 'Load all' }).click()
    await page.locator('.table-foot', { hasText: wholeText(changes.length) }).waitFor()
  }

  it('sorts all rows by a heading, in the URL, and returns to the order of the API', async () => {
    const page = await open()
    await heading(page, 'Style, SKU').press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await heading(page, 'Size of the change').click()
    await page.locator('.table-foot', { hasText: wholeText(changes.length) }).waitFor()
    const percents = changes.flatMap(({ delta }) => delta?.grossPercent ?? []).sort((a, b) => Number(a) - Number(b))
    const least = changes.find(({ delta }) => delta?.grossPercent === percents[0])
    await row(page, 0)
      .filter({ hasText: least?.style ?? '' })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('sort')).to.equal('Size of the change')
    expect(await page.getByRole('columnheader', { name: 'Size of the change' }).getAttribute('aria-sort')).to.equal(
      'ascending',
    )
    await heading(page, 'Size of the change').click()
    const most = changes.find(({ delta }) => delta?.grossPercent === percents.at(-1))
    await row(page, 0)
      .filter({ hasText: most?.style ?? '' })
      .waitFor()
    await heading(page, 'Size of the change').click()
    await until('no order', async () => !new URL(page.url()).searchParams.has('sort'))
    await row(page, 0)
      .filter({ hasText: changes[0]?.sku ?? '' })
      .waitFor()
  })

  it('copies its rows for a spreadsheet, with exact values and units apart', async () => {
    const page = await open()
    await loadAll(page)
    await page.getByRole('button', { name: 'Copy rows' }).click()
    await page.getByText(`Copied ${grouped(changes.length)} rows`).waitFor()
    const [headings = [], ...lines] = await copied(page)
    expect(headings.slice(1, 3)).to.deep.equal(['Style', 'SKU'])
    const at = (name: string) => headings.indexOf(name)
    expect(lines.map((line) => [line[at('SKU')], line[at('Gross yield after')], line[at('Unit after')]])).to.deep.equal(
      changes.map(({ sku, after }) => [
        sku,
        after?.grossYield ?? '',
        after === null ? '' : after.yieldPerUnits === 1 ? after.uom : `${after.uom}/${after.yieldPerUnits}`,
      ]),
    )
  })

  it('copies the row with the focus, or the rows of a selection', async () => {
    const page = await open()
    await row(page, 1).focus()
    await page.keyboard.press('Control+c')
    expect((await copied(page)).map((line) => line[2])).to.deep.equal(['SKU', changes[1]?.sku])
    await page.evaluate(`(() => {
      const [first, last] = [2, 4].map((index) => document.querySelector('[aria-rowindex="' + index + '"]'))
      document.getSelection().setBaseAndExtent(first, 0, last, 1)
    })()`)
    await page.keyboard.press('Control+c')
    expect((await copied(page)).slice(1).map((line) => line[2])).to.deep.equal(
      changes.slice(0, 3).map(({ sku }) => sku),
    )
  })

  it('loads all rows of a long list, and refuses to sort one that is too long', async () => {
    const page = await world.open('/changes', { token: null })
    await serveManyChanges(page, 1000)
    await page.getByLabel('Token').fill(world.token)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Load all' }).click()
    await page.locator('.table-foot', { hasText: wholeText(1000) }).waitFor()
    const long = await world.open('/changes?sort=Line', { token: null })
    await serveManyChanges(long, 10_200)
    await long.getByLabel('Token').fill(world.token)
    await long.keyboard.press('Enter')
    await long.locator('.table-foot', { hasText: 'too many rows to sort' }).waitFor()
    expect(await long.locator('[role=columnheader]:not([aria-sort=none])').count()).to.equal(0)
  })

  it('hides columns, in the URL, and keeps the last one', async () => {
    const page = await open()
    await page.getByText('Columns', { exact: true }).click()
    for (const name of ['Line', 'Before', '→ After', 'Size of the change', 'Changed fields', 'Change'])
      await page.getByRole('checkbox', { name, exact: true }).click()
    expect(await page.getByRole('columnheader').allInnerTexts()).to.deep.equal(['Style, SKU'])
    expect(await page.getByRole('checkbox', { name: 'Style, SKU' }).isDisabled()).to.equal(true)
    await page.reload()
    await row(page, 0).waitFor()
    expect(await page.getByRole('columnheader').count()).to.equal(1)
    expect(await accessibilityFaults(page)).to.deep.equal([])
  })

  it('has rows that are links, which open in a new tab as in this one', async () => {
    const page = await open()
    const href = await row(page, 0).locator('a.row-link').getAttribute('href')
    await row(page, 0).click()
    await page.getByRole('dialog').waitFor()
    expect(urlOf(page)).to.equal(urlOf({ url: () => new URL(href ?? '', page.url()).href } as Page))
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      row(page, 0)
        .locator('a.row-link')
        .click({ modifiers: ['ControlOrMeta'] }),
    ])
    await tab.getByRole('dialog').waitFor()
    expect(await page.getByRole('dialog').count()).to.equal(0)
  })

  it('groups changes by style and line, by mouse and by keyboard', async () => {
    const page = await open('/changes?grouped=true')
    const group = page.locator('.table-row.group')
    await group.first().waitFor()
    const styles = new Set(changes.map(({ style }) => style))
    expect(await page.locator('.group.level-1').first().innerText()).to.contain([...styles][0])
    expect(await page.getByRole('treegrid').count()).to.equal(1)
    const line = page.locator('.group.level-2').first()
    const count = await page.locator('.table-body [role=row]').count()
    await line.click()
    await page.locator('[role=row][aria-level="3"]').first().waitFor()
    await line.focus()
    await page.keyboard.press('ArrowLeft')
    await until('the line is closed', async () => (await page.locator('[role=row][aria-level="3"]').count()) === 0)
    expect(await page.locator('.table-body [role=row]').count()).to.equal(count)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    expect(await accessibilityFaults(page)).to.deep.equal([])
  })

  it('is a list of cards on a phone, none of which is cut', async () => {
    const page = await open('/changes', { viewport: sizes.phone })
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(overflow).to.be.at.most(0)
    const cells = await row(page, 0).getByRole('gridcell').all()
    const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()))
    for (const [place, box] of boxes.entries()) {
      const below = boxes[place + 1]
      if (box && below) expect(below.y).to.be.at.least(box.y + box.height - 1)
      expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.at.most(sizes.phone.width)
    }
    await row(page, 0).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await row(page, 0).and(page.locator(':focus')).waitFor()
    expect(await accessibilityFaults(page)).to.deep.equal([])
  })

  it('prints all loaded rows with their headings', async () => {
    const page = await open()
    await loadAll(page)
    await page.emulateMedia({ media: 'print' })
    await until('all rows', async () => (await page.locator('.table-body [role=row]').count()) === changes.length)
    const last = await page.locator('.table-body [role=row]').last().boundingBox()
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    expect((last?.y ?? 0) + (last?.height ?? 0)).to.be.below(height + 1)
    expect(await page.locator('.menu').isVisible()).to.equal(false)
    expect(await page.evaluate('getComputedStyle(document.querySelector(".table-head")).display')).to.equal(
      'table-header-group',
    )
  })
})
