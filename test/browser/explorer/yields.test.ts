import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { BomSnapshot, BomYield } from '../../../schemas/bom/yields.ts'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { chosenIn } from '../../support/explorer/url-of.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, holdAnswers, sizes } from '../browser.ts'

interface Style {
  label: string
  attributes: { styleNumber: string; name: string; sizes: string[] }
}

describeWith(['chromium'], 'the page Yields of the Explorer', () => {
  let world: ExplorerWorld
  /** A style of the newest snapshot, and its yield rows. */
  let style: Style
  let rows: BomYield[]

  before(async () => {
    world = await explorerWorld()
    const { data } = await world.demo.get<{ data: BomYield[] }>('/v1/bom/yields?limit=1')
    rows = await yieldsOf(`style=${data[0]?.style}`)
    const entity = await world.demo.get<{ data: Style }>(`/v1/entities/${data[0]?.styleId}`)
    style = entity.data
  })

  const yieldsOf = (filters: string) => world.demo.all<BomYield>(`/v1/bom/yields?${filters}`)
  const addressOf = (more = '') => `/yields?style=${style.attributes.styleNumber}${more}`

  async function open(path: string, options: OpenOptions = {}): Promise<Page> {
    const page = await world.open(path, options)
    await page.getByRole('heading', { name: 'Yields', level: 1 }).waitFor()
    return page
  }
  async function openMatrix(path = addressOf(), options: OpenOptions = {}): Promise<Page> {
    const page = await open(path, options)
    await page.getByRole('grid').waitFor()
    return page
  }

  /** The content of each cell: placement, material, SKU, and amount. */
  async function shownCells(page: Page): Promise<string[]> {
    const cells: string[] = await page.evaluate(`(() => {
      const [table] = document.querySelectorAll('table')
      const skus = [...table.tHead.rows[1].cells].map(({ title }) => title)
      return [...table.tBodies[0].rows].flatMap((row) => {
        const head = row.cells[0].querySelector('.line-placement').textContent + ' ' + row.cells[0].querySelector('b').textContent
        return [...row.cells].slice(1).flatMap((cell, at) => cell.querySelector('.amount') ? [head + ' ' + skus[at] + ' ' + cell.textContent.replaceAll(/\\s/g, '')] : [])
      })
    })()`)
    return cells.sort()
  }
  const expectedCells = (rows: readonly BomYield[]) =>
    rows
      .map(({ placement, section, material, sku, grossYield, uom, yieldPerUnits }) => {
        const unit = yieldPerUnits === 1 ? uom : `${uom}/${yieldPerUnits}`
        return `${placement ?? section} ${material} ${sku} ${grossYield}${unit}`
      })
      .sort()

  it('shows each yield of a style in the cell of its line and SKU, with sizes in selling order', async () => {
    const page = await openMatrix()
    expect(rows.length).to.be.above(20)
    expect(await shownCells(page)).to.deep.equal(expectedCells(rows))
    const colorways = [...new Set(rows.map(({ colorwayCode }) => colorwayCode ?? ''))]
    expect(await page.locator('.colorway-head').allInnerTexts()).to.have.members(colorways)
    const heads = await page.locator('.size-head').allInnerTexts()
    const inOrder = style.attributes.sizes.filter((size) => rows.some(({ sizeCode }) => sizeCode === size))
    const shown = heads.map((head) => head.split(' ')[0] ?? '').slice(0, heads.length / colorways.length)
    expect([...new Set(shown)]).to.deep.equal(inOrder)
    expect(await page.getByRole('heading', { level: 2 }).first().innerText()).to.equal(style.label)
  })

  it('finds a style by its name, and moves through its cells, by keyboard', async () => {
    const page = await open('/yields')
    await page.getByRole('combobox', { name: 'Style' }).focus()
    await page.keyboard.type(style.attributes.name.slice(0, -1))
    const option = page.getByRole('option', { name: style.label })
    await option.waitFor()
    // The option can move when the response for the last character arrives.
    await until('it is marked', async () => {
      await page.keyboard.press('ArrowDown')
      return (await option.getAttribute('aria-selected')) === 'true'
    })
    const focused = await page.evaluate('document.activeElement.getAttribute("aria-activedescendant")')
    expect(focused).to.equal(await option.getAttribute('id'))
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor()
    expect(chosenIn(page.url())).to.deep.equal([['style', style.attributes.styleNumber]])
    await page.locator('td[tabindex="0"]').focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'End', 'Home', 'ArrowRight']) {
      await page.keyboard.press(key)
    }
    const place = () =>
      page.evaluate('[document.activeElement.parentElement.sectionRowIndex, document.activeElement.cellIndex]')
    expect(await place()).to.deep.equal([1, 2])
    await page.keyboard.press('Control+Home')
    expect(await place()).to.deep.equal([0, 1])
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.innerText()).to.contain('Match key')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await place()).to.deep.equal([0, 1])
  })

  it('submits the typed number, not a marked style that the next response no longer contains', async () => {
    const page = await open('/yields')
    const field = page.getByRole('combobox', { name: 'Style' })
    const options = page.getByRole('listbox', { name: 'Styles' }).getByRole('option')
    const number = style.attributes.styleNumber
    const { asked, answer } = await holdAnswers(page, ({ searchParams }) => searchParams.get('q') === number)
    // Numbers of styles share their first characters, so that several options match.
    await field.fill(number.slice(0, -1))
    const other = options.filter({ hasNotText: number }).first()
    await other.waitFor()
    await field.fill(number)
    await asked
    await until('another style is marked', async () => {
      await page.keyboard.press('ArrowDown')
      return (await other.getAttribute('aria-selected')) === 'true'
    })
    answer()
    await other.waitFor({ state: 'detached' })
    expect(await page.locator('[role=option][aria-selected=true]').count()).to.equal(0)
    expect(await field.getAttribute('aria-activedescendant')).to.equal(null)
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor()
    expect(new URL(page.url()).searchParams.get('style')).to.equal(number)
  })

  it('opens a record by mouse from a suggestion, and restores it from the URL', async () => {
    const page = await open('/yields', { viewport: sizes.phone })
    await page.getByText('Choose a style', { exact: true }).waitFor()
    const suggestion = page.locator('.style-suggestions a').first()
    const number = await suggestion.innerText()
    await suggestion.click()
    await page.getByRole('grid').waitFor()
    const ofStyle = await yieldsOf(`style=${number}`)
    expect(await shownCells(page)).to.deep.equal(expectedCells(ofStyle))
    await page.locator('td.opens').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const key = new URL(page.url()).searchParams.get('record')
    const row = ofStyle.find(({ matchKey }) => matchKey === key)
    const text = await dialog.innerText()
    for (const value of [row?.sku, row?.netYield, row?.grossYield, row?.materialId, `${row?.wastagePercent} %`]) {
      expect(text.replaceAll('\u00a0', ' ')).to.contain(value)
    }
    const again = await openMatrix(page.url().replace(/^.*\/explorer/, ''), { viewport: sizes.phone })
    await again.getByRole('dialog').waitFor()
    expect(await again.getByRole('dialog').innerText()).to.equal(text)
  })

  it('keeps the headers of lines and sizes visible', async () => {
    const page = await openMatrix(addressOf(), { viewport: sizes.phone })
    const [left, top]: [number, number] = await page.evaluate(`(() => {
      const box = document.querySelector('.matrix-scroller')
      box.scrollTo(box.scrollWidth, box.scrollHeight)
      return [box.scrollLeft, box.scrollTop]
    })()`)
    expect(Math.min(left, top)).to.be.above(50)
    const box = await page.locator('.matrix-scroller').boundingBox()
    const line = await page.locator('.line-cell').last().boundingBox()
    const size = await page.locator('.size-head').last().boundingBox()
    expect((line?.x ?? 0) - (box?.x ?? 0)).to.be.within(0, 2)
    expect((size?.y ?? 0) - (box?.y ?? 0)).to.be.within(0, 60)
  })

  it('shows only the chosen colorway', async () => {
    const { data } = await world.demo.get<{ data: Style[] }>('/v1/entities?type=style&limit=50')
    const number = data.map(({ attributes }) => attributes.styleNumber)
    let several: BomYield[] = []
    for (const one of number) {
      several = await yieldsOf(`style=${one}`)
      if (new Set(several.map(({ colorwayCode }) => colorwayCode)).size > 1) break
    }
    const [first] = several
    const page = await openMatrix(`/yields?style=${first?.style}`)
    await page.getByLabel('Colorway').selectOption(first?.colorwayCode ?? '')
    await page.waitForURL(`**/yields?*style=${first?.style}&colorway=${first?.colorwayCode}&org=*`)
    const ofColorway = several.filter(({ colorwayCode }) => colorwayCode === first?.colorwayCode)
    expect(ofColorway.length).to.be.below(several.length)
    expect(await shownCells(page)).to.deep.equal(expectedCells(ofColorway))
  })

  it('shows the yields of an older snapshot, and downloads them as CSV', async () => {
    const snapshots = await world.demo.all<BomSnapshot>('/v1/bom/snapshots')
    const oldest = snapshots.at(-1)
    const before = await yieldsOf(`${addressOf().slice(8)}&snapshotId=${oldest?.snapshotId}`)
    const page = await openMatrix()
    await page.getByLabel('Snapshot').selectOption(oldest?.snapshotId ?? '')
    await page.waitForURL(`**snapshotId=${oldest?.snapshotId}**`)
    await page.locator(`.as-of time[datetime="${oldest?.completedAt}"]`).waitFor()
    expect(await shownCells(page)).to.deep.equal(expectedCells(before))
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const download = await coming
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines.length - 1).to.equal(before.length)
    expect(lines[1]).to.contain(oldest?.snapshotId)
  })

  it('lists where a material is used, with links to whole BOMs', async () => {
    const material = rows[0]?.material ?? ''
    const used = await yieldsOf(`material=${material}`)
    const page = await open('/yields')
    await page.getByRole('combobox', { name: 'Material' }).fill(material)
    await page.keyboard.press('Enter')
    const table = page.getByRole('grid', { name: 'Yields' })
    await table.waitFor()
    expect(chosenIn(page.url())).to.deep.equal([['material', material]])
    const text = await page.locator('.table-foot').innerText()
    expect(text).to.contain(used.length > 200 ? '200 rows loaded' : `${used.length} rows`)
    const row = page.locator('[role=row][aria-rowindex="2"]')
    expect((await row.innerText()).replaceAll(/\s+/g, ' ')).to.contain(`${used[0]?.sku} ${used[0]?.grossYield}`)
    await row.focus()
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Full BOM of/ })
      .click()
    await page.getByRole('grid', { name: 'Yields of the style' }).waitFor()
    expect(new URL(page.url()).searchParams.get('style')).to.equal(used[0]?.style)
    expect(await page.getByRole('dialog').count()).to.equal(0)
  })

  it('explains what to do when a style has no BOM, and why a snapshot is missing', async () => {
    const page = await open('/yields?style=NO-SUCH-STYLE')
    await page.getByText('NO-SUCH-STYLE has no BOM in this snapshot.').waitFor()
    await page.locator('.style-suggestions a').first().waitFor()
    expect(await accessibilityFaults(page)).to.deep.equal([])
    const missing = await open(addressOf('&snapshotId=01ARZ3NDEKTSV4RRFFQ69G5FAV'))
    const problem = missing.getByRole('alert')
    await problem.waitFor()
    expect(await problem.innerText())
      .to.contain('snapshot_not_found')
      .and.to.match(/Request\s+\S+/)
    await missing.getByLabel('Snapshot').selectOption('')
    await missing.getByRole('grid').waitFor()
  })

  it('accepts a complete style number from a user whose token may not search', async () => {
    const { text: token } = await world.issue({ scopes: ['bom:read'] })
    const page = await open('/yields', { token })
    expect(await page.getByRole('combobox', { name: 'Style' }).count()).to.equal(0)
    await page.getByLabel('Style').fill(style.attributes.styleNumber)
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor()
    expect(await page.getByRole('main').innerText()).to.contain('requires exports:create')
    expect(await shownCells(page)).to.deep.equal(expectedCells(rows))
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation that axe finds, on a phone and a desktop: ${colorScheme}`, async () => {
      for (const viewport of Object.values(sizes)) {
        const choosing = await open('/yields', { colorScheme, viewport })
        await choosing.locator('.style-suggestions a').first().waitFor()
        await choosing.getByRole('combobox', { name: 'Style' }).fill(style.attributes.name.slice(0, 3))
        await choosing.locator('.find-popup [role=option]').first().waitFor()
        const matrix = await openMatrix(addressOf(), { colorScheme, viewport })
        const record = await openMatrix(addressOf(`&record=${rows[0]?.matchKey}`), { colorScheme, viewport })
        await record.getByRole('dialog').waitFor()
        for (const page of [choosing, matrix, record]) {
          expect(await accessibilityFaults(page)).to.deep.equal([])
          expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
        }
      }
    })
  }

  it('violates no content security policy, sends at most ten requests, and throws no error', async () => {
    const { browser } = world
    const before = browser.requests.length
    const page = await openMatrix()
    await page.getByRole('heading', { name: style.label, level: 2 }).waitFor()
    const asked = browser.requests.slice(before).filter((url) => new URL(url).pathname.startsWith('/v1/'))
    expect(asked.length).to.be.within(3, 10)
    expect(browser.requests.filter((url) => new URL(url).origin !== world.demo.api.url)).to.deep.equal([])
    expect(browser.errors).to.deep.equal([])
    expect(browser.violations).to.deep.equal([])
  })
})
