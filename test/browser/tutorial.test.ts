import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { Material } from '../../client/src/contract.ts'
import { projectFolder } from '../../dev/runtime/folders.ts'
import type { BomYieldChangeSummary } from '../../schemas/bom/yield-change-summary.ts'
import type { BomYieldChange } from '../../schemas/bom/yields.ts'
import type { PositionException } from '../../schemas/materials/exceptions.ts'
import type { MaterialFactoryPosition } from '../../schemas/materials/positions.ts'
import { type ExplorerWorld, explorerWorld } from '../support/explorer/explorer-world.ts'
import { plainText } from '../support/explorer/plain-text.ts'
import { rowWithArticle } from '../support/explorer/row-with-article.ts'
import { until } from '../support/until.ts'
import { describeWith } from '../support/with-programs.ts'

/** The steps of docs/tutorials/track-bom-changes.md, in their order, with the data of this brand. */
describeWith(['chromium'], 'the tutorial for planners', () => {
  const tutorial = readFileSync(join(projectFolder, 'docs/tutorials/track-bom-changes.md'), 'utf8')
  let world: ExplorerWorld
  let summary: BomYieldChangeSummary

  before(async () => {
    world = await explorerWorld()
    summary = (await world.demo.get<{ data: BomYieldChangeSummary }>('/v1/bom/yield-changes/summary?top=6')).data
  })

  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
  const menu = (page: Page, name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
  const isWhole = (page: Page) =>
    until('everything is there', async () => (await page.locator('.skeleton, [aria-busy=true]').count()) === 0)
  const changesOf = (query: Record<string, string>) =>
    world.demo.all<BomYieldChange>(`/v1/bom/yield-changes?${new URLSearchParams(query)}`)

  it('uses names of pages, filters, buttons, and tabs that the Explorer has', async () => {
    const page = await world.open('/')
    await heading(page, 'Overview')
    await page.getByRole('link', { name: 'BOM changes', exact: true }).last().waitFor()
    await menu(page, 'BOM changes')
    await heading(page, 'BOM changes')
    await page.getByText('Choose snapshots on a timeline').click()
    for (const name of ['From', 'To']) await page.getByRole('group', { name, exact: true }).waitFor()
    await page.getByText('Styles', { exact: true }).first().waitFor()
    await menu(page, 'Materials')
    await heading(page, 'Materials')
    for (const name of ['Code', 'Material', 'Factory'])
      await page.getByLabel(name, { exact: true }).first().waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'Positions', exact: true }).waitFor()
    for (const name of ['Overview', 'BOM changes', 'Styles', 'From', 'To', 'CSV', 'Clear all', 'Materials', 'Code'])
      expect(tutorial, name).to.contain(`*${name}*`)
  })

  it('filters changes by style and by type, opens a row, and downloads exactly the filtered rows', async () => {
    const [{ key: style } = { key: '' }] = summary.byStyle
    const page = await world.open('/')
    await menu(page, 'BOM changes')
    await heading(page, 'BOM changes')
    await isWhole(page)
    const { added, removed, changed } = summary.counts.changeType
    const figures = await page.locator('.change-figures').innerText()
    for (const count of [`${added} added`, `${removed} removed`, `${changed} changed`])
      expect(figures).to.contain(count)
    await page
      .locator('.line-button')
      .and(page.getByTitle(style, { exact: true }))
      .first()
      .click()
    const rows = await changesOf({ style, changeType: 'changed' })
    await page.getByRole('button', { name: new RegExp(`\\b${rows.length} changed$`) }).click()
    await until('the filters are in the address', async () => {
      const { searchParams } = new URL(page.url())
      return searchParams.get('style') === style && searchParams.get('changeType') === 'changed'
    })
    await isWhole(page)
    const [row] = rows as [BomYieldChange]
    const line = page.locator('[role=row][aria-rowindex="2"]').filter({ hasText: row.sku })
    await line.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(row.matchKey).waitFor()
    const text = plainText(await dialog.innerText())
    for (const value of [row.before?.grossYield, row.after?.grossYield]) expect(text).to.contain(value)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV', exact: true }).click()
    const lines = readFileSync(await (await coming).path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines).to.have.length(1 + rows.length)
    expect(lines[0]).to.contain('gross_percent')
  })

  it('answers the questions of the tour: what needs attention, a code, its uses, a path, and an order', async () => {
    const materials = await world.demo.all<Material>('/v1/entities?type=material')
    const changes = await changesOf({ changeType: 'changed' })
    const { row, mpn } = await rowWithArticle(world.demo, changes, ({ after }) => after?.mpn)
    const { style, sku, after } = row
    const material = materials.find(({ attributes }) => attributes.materialNumber === after?.material)
    const page = await world.open('/')
    await page.locator('.all-right, .not-all-right').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Code, name, or ID' }).fill(mpn)
    await page
      .getByRole('option', { name: material?.label ?? '' })
      .first()
      .click()
    await page.getByRole('heading', { name: material?.label ?? '', level: 1 }).waitFor()
    for (const name of ['Where used', 'Path to another entity']) {
      await page.getByRole('heading', { name, level: 2 }).waitFor()
      expect(tutorial).to.contain(`*${name}*`)
    }
    await page.getByRole('combobox', { name: 'To entity' }).fill(style)
    await page.getByRole('option', { name: style }).first().click()
    await page.getByText(/^(Directly connected|Connected by)/).waitFor()
    await menu(page, 'Order needs')
    await page.getByLabel('Order', { exact: true }).fill(`${sku} 300`)
    await page.getByRole('button', { name: 'Calculate' }).click()
    await page.getByRole('columnheader', { name: 'Missing' }).waitFor()
    await page.getByRole('button', { name: 'Copy rows' }).click()
    await page.getByText(/Copied \d+ rows?/).waitFor()
    const lines = (await page.evaluate<string>('navigator.clipboard.readText()')).trimEnd().split('\n')
    expect(lines[0]?.split('\t')).to.include.members(['Material', 'Needed', 'Unit', 'Missing'])
    expect(lines.length).to.be.above(1)
    for (const name of ['Order needs', 'Calculate', 'Copy rows']) expect(tutorial).to.contain(`*${name}*`)
  })

  it('finds one stock mismatch by code, material, and factory, and shows what each system reports', async () => {
    const all = await world.demo.all<PositionException>('/v1/material-position-exceptions?code=QUANTITY_MISMATCH')
    const found = all.find(({ material, factory }) => material?.id && factory?.id)
    const [material = '', factory = ''] = [found?.material?.code, found?.factory?.code]
    const page = await world.open('/')
    await menu(page, 'Materials')
    await heading(page, 'Materials')
    await isWhole(page)
    await page.getByLabel('Code', { exact: true }).and(page.locator('select')).selectOption('QUANTITY_MISMATCH')
    for (const [name, code] of [
      ['Material', material],
      ['Factory', factory],
    ] as const) {
      await page.getByRole('combobox', { name, exact: true }).fill(code)
      await page.getByRole('option').filter({ hasText: code }).first().click()
      await until(`the ${name} is in the address`, async () => new URL(page.url()).searchParams.has(name.toLowerCase()))
    }
    await isWhole(page)
    const grid = page.getByRole('grid', { name: 'Exceptions', exact: true })
    await until('one exception remains', async () => (await grid.getAttribute('aria-rowcount')) === '2')
    await page.locator('[role=row][aria-rowindex="2"]').click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const text = plainText(await dialog.innerText())
    for (const value of [found?.expected, found?.observed, found?.recommendedAction]) expect(text).to.contain(value)
    expect(tutorial).to.contain(found?.recommendedAction)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Positions', exact: true }).click()
    await page.locator('[data-cell="0 0"]').waitFor()
    const query = new URLSearchParams({ material, factory })
    const positions = await world.demo.all<MaterialFactoryPosition>(`/v1/material-factory-position?${query}`)
    const shown = plainText(await page.getByRole('main').innerText())
    for (const { system } of positions) expect(shown).to.contain(system)
  })
})
