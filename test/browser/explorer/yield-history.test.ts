import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import type { BomYieldStep } from '../../../schemas/bom/yield-history.ts'
import type { BomSnapshot, BomYieldChange } from '../../../schemas/bom/yields.ts'
import { type ExplorerWorld, explorerWorld } from '../../support/explorer/explorer-world.ts'
import { plainText } from '../../support/explorer/plain-text.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, sizes } from '../browser.ts'

const TITLE = 'Gross yield over publications'

describeWith(['chromium'], 'the history of a yield in the Explorer', () => {
  let world: ExplorerWorld
  /** The row with the most different yields since the oldest snapshot, and its steps. */
  let change: BomYieldChange
  let steps: BomYieldStep[]
  let oldest: string | undefined

  before(async () => {
    world = await explorerWorld()
    oldest = (await world.demo.all<BomSnapshot>('/v1/bom/snapshots')).at(-1)?.snapshotId
    const changes = await world.demo.all<BomYieldChange>(
      `/v1/bom/yield-changes?fromSnapshotId=${oldest}&changeType=changed`,
    )
    // One row of each style is enough, because the rows of a line have the same steps.
    const rows = [...Map.groupBy(changes, ({ style }) => style).values()].flatMap(([first]) => first ?? [])
    const histories = await Promise.all(rows.map(async (row) => ({ row, own: await historyOf(row) })))
    const yieldsOf = (own: BomYieldStep[]) => new Set(own.map(({ row }) => row?.grossYield)).size
    const [longest] = histories.toSorted((a, b) => yieldsOf(b.own) - yieldsOf(a.own))
    if (!longest) throw new Error('No row of the demo changed')
    change = longest.row
    steps = longest.own
  })

  const historyOf = ({ matchKey }: BomYieldChange) =>
    world.demo.all<BomYieldStep>(`/v1/bom/yields/history?matchKey=${matchKey}`)
  const asked = () => world.browser.requests.filter((url) => new URL(url).pathname === '/v1/bom/yields/history').length

  async function open(path: string, options = {}): Promise<{ page: Page; dialog: Locator }> {
    const page = await world.open(path, options)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(TITLE).waitFor()
    return { page, dialog }
  }
  const changePath = () => {
    const opened = [change.style, change.sku, change.matchKey].map((part): [string, string] => ['open', part])
    return `/changes?${new URLSearchParams([['fromSnapshotId', oldest ?? ''], ...opened])}`
  }

  it('loads only when the reader opens it by keyboard, and shows each step as a line and in a table', async () => {
    const { page, dialog } = await open(changePath())
    await dialog.locator('.compared-table').waitFor()
    const before = asked()
    const section = dialog.locator('details', { hasText: TITLE })
    expect(await section.locator('svg').count()).to.equal(0)
    await section.locator('summary').press('Enter')
    const picture = section.getByRole('img')
    await picture.waitFor()
    expect(asked()).to.equal(before + 1)
    expect(steps.length).to.be.above(1)
    expect(await picture.locator('circle').count()).to.equal(steps.filter(({ row }) => row).length)
    const lines = section.locator('tbody tr')
    expect(await lines.count()).to.equal(steps.length)
    for (const [at, { row, delta }] of steps.entries()) {
      const text = plainText(await lines.nth(at).innerText())
      expect(text).to.contain(row ? `${row.grossYield} ${row.uom}` : 'Not in the BOM')
      if (delta?.grossPercent) expect(text).to.contain(delta.grossPercent)
    }
    const label = plainText((await picture.getAttribute('aria-label')) ?? '')
    expect(label).to.match(new RegExp(`^Gross yield in ${steps.length} steps: `))
    const latest = steps[0]?.row
    expect(plainText(await section.locator('figcaption').innerText())).to.contain(
      `Latest ${latest?.grossYield} ${latest?.uom}`,
    )
    expect(await accessibilityFaults(page)).to.deep.equal([])
  })

  it('has a line in the color of the text with forced colors, fits on a phone, and is accessible in dark', async () => {
    for (const options of [
      { forcedColors: 'active' as const },
      { viewport: sizes.phone },
      { colorScheme: 'dark' as const },
    ]) {
      const { page, dialog } = await open(changePath(), options)
      await dialog.getByText(TITLE).click()
      await dialog.getByRole('img').waitFor()
      const box = await dialog.locator('.yield-history').boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.at.most((await page.viewportSize())?.width ?? 0)
      const colors: string[] = await page.evaluate(`(() => {
        const styleOf = (part) => getComputedStyle(document.querySelector('.yield-history ' + part))
        return [styleOf('path').stroke, styleOf('path').fill, styleOf('td').color]
      })()`)
      const [stroke, fill, text] = colors
      expect(fill).to.equal('none')
      expect(stroke === text, `${stroke} is the color of the text`).to.equal('forcedColors' in options)
      expect(await accessibilityFaults(page)).to.deep.equal([])
    }
  })

  it('is also in the details of a yield', async () => {
    const { dialog } = await open(`/yields?${new URLSearchParams({ style: change.style, record: change.matchKey })}`)
    await dialog.getByText(TITLE).click()
    await dialog.getByRole('img').waitFor()
    expect(await dialog.locator('.yield-history tbody tr').count()).to.equal(steps.length)
  })
})
