import type { BomSnapshot, BomYield, BomYieldChange, Entity, ListNotice, PositionException } from '@tenant-data/client'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { rowWithArticle } from '../../support/explorer/row-with-article.ts'
import { urlOf } from '../../support/explorer/url-of.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, sizes } from '../browser.ts'

const respelled = (code: string) => code.toLowerCase().replaceAll(/[-_./\s]/g, ' ')

describeWith(['chromium'], 'the filters of the Explorer', () => {
  let world: ExplorerWorld
  let snapshots: BomSnapshot[]
  let change: BomYieldChange
  /** The MPN of `change`. */
  let mpn: string
  let materials: Entity[]
  /** A word in the labels of several materials, and the number of these materials. */
  let word: { text: string; count: number }

  before(async () => {
    world = await explorerWorld()
    snapshots = await world.demo.all('/v1/bom/snapshots')
    const changes = await world.demo.all<BomYieldChange>('/v1/bom/yield-changes')
    const found = await rowWithArticle(world.demo, changes, ({ after }) => after?.mpn)
    change = found.row
    mpn = found.mpn
    materials = await world.demo.all('/v1/entities?type=material')
    const counts = Map.groupBy(
      materials.flatMap(({ label }) => [...new Set(label.toLowerCase().match(/\p{L}{4,}/gu) ?? [])]),
      (one) => one,
    )
    for (const text of counts.keys()) {
      const count = await countOf(text)
      if (count >= 2 && count <= 50) word = { text, count }
    }
    if (word === undefined) throw new Error('No word is in the labels of several materials')
  })

  const countOf = async (q: string) =>
    (await world.demo.get<{ meta: { count: number } }>(`/v1/entities?type=material&q=${q}&count=true&limit=1`)).meta
      .count
  async function open(path: string, options: OpenOptions = {}): Promise<Page> {
    const page = await world.open(path, options)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await isWhole(page)
    return page
  }
  const isWhole = (page: Page) =>
    until('everything is there', async () => (await page.locator('.skeleton').count()) === 0)
  const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
  const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
  const options = (page: Page) => page.getByRole('listbox').getByRole('option')
  const chip = (page: Page, text: string) => page.getByRole('button', { name: `Remove ${text}`, exact: true })
  const enter = async (page: Page, name: string, text: string) => {
    await field(page, name).fill(text)
    await page.keyboard.press('Enter')
  }

  it('offer all matches of a word, and apply none of them by themselves', async () => {
    for (const path of ['/materials', '/materials?view=positions', '/changes', '/yields']) {
      const page = await open(path)
      await enter(page, 'Material', word.text)
      await page
        .locator('[role=status]', { hasText: `${word.count} materials. Choose one.` })
        .waitFor({ state: 'attached' })
      expect(await options(page).count()).to.equal(word.count)
      expect(parameter(page, 'material'), path).to.equal(null)
      expect(await page.getByRole('alert').count()).to.equal(0)
      const label = (await options(page).first().innerText()).trim()
      await options(page).first().click()
      await until('it is applied', () => parameter(page, 'material') !== null)
      expect(label).to.contain(parameter(page, 'material'))
      expect(await chip(page, `Material: ${parameter(page, 'material')}`).count()).to.equal(1)
    }
  })

  it('accept a code in any case, and with other separators', async () => {
    const { style, sku, after } = change
    const values = { Style: style, SKU: sku, Material: after?.material ?? '' }
    for (const path of ['/changes', '/yields']) {
      const page = await open(path)
      for (const [name, code] of Object.entries(values)) {
        await enter(page, name, respelled(code))
        await chip(page, `${name}: ${code}`).waitFor()
        expect(parameter(page, name.toLowerCase())).to.equal(code)
        await isWhole(page)
      }
    }
  })

  it('offer similar names if nothing matches, and set the field to the chosen one', async () => {
    const [supplier] = await world.demo.all<Entity>('/v1/entities?type=supplier')
    if (supplier?.type !== 'supplier') throw new Error('The demo has no supplier')
    const { name, supplierCode } = supplier.attributes
    const page = await open('/changes')
    await enter(page, 'Supplier', name.replace(/(\w)(\w)(\w+)/, '$1$3'))
    await options(page).filter({ hasText: 'Did you mean' }).filter({ hasText: supplier.label }).click()
    await chip(page, `Supplier: ${supplierCode}`).waitFor()
    expect(parameter(page, 'supplier')).to.equal(supplierCode)
  })

  it('take a text that nothing matches only where a snapshot can have it', async () => {
    const page = await open('/changes')
    await enter(page, 'SKU', 'qqqq-9999')
    await chip(page, 'SKU: qqqq-9999').waitFor()
    await page.getByText('No changes match these filters.').waitFor()
    const materialsPage = await open('/materials')
    await enter(materialsPage, 'Material', 'qqqq-9999')
    await materialsPage.getByText('No materials match.').first().waitFor()
    expect(new URL(urlOf(materialsPage)).search).to.equal('')
    await materialsPage.keyboard.press('Tab')
    expect(await field(materialsPage, 'Material').inputValue()).to.equal('')
  })

  it('correct the spelling of a value in the address, and offer similar values', async () => {
    const cases = [
      ['/changes', 'style', change.style],
      ['/changes', 'mpn', mpn],
      ['/yields', 'style', change.style],
      ['/yields', 'mpn', mpn],
    ] as const
    for (const [path, name, value] of cases) {
      const page = await open(`${path}?${new URLSearchParams({ [name]: respelled(value) })}`)
      await until(`${path} ${name} is corrected`, () => parameter(page, name) === value)
      await page.locator('.mark, .amount').first().waitFor()
    }
    const cut = new URLSearchParams({ style: change.style.slice(0, -1) })
    const { meta } = await world.demo.get<{ meta: { notices: ListNotice[] } }>(`/v1/bom/yield-changes?${cut}`)
    const [similar = ''] = meta.notices.flatMap(({ suggestions }) => suggestions)
    const page = await open(`/changes?${cut}`)
    await page.locator('.notice.suggested').getByRole('button', { name: similar, exact: true }).click()
    await chip(page, `Style: ${similar}`).waitFor()
  })

  it('are listed as chips, which remove one or all of them and keep the focus', async () => {
    const { style, sku } = change
    const page = await open(`/changes?${new URLSearchParams({ style, sku, changeType: change.changeType })}`)
    const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('button')
    expect(await chips.count()).to.equal(4)
    await chip(page, `SKU: ${sku}`).press('Enter')
    await chip(page, `SKU: ${sku}`).waitFor({ state: 'detached' })
    expect([parameter(page, 'sku'), parameter(page, 'style')]).to.deep.equal([null, style])
    await until('the focus is on a chip', () => page.evaluate('document.activeElement.closest(".chips") !== null'))
    await page.getByRole('button', { name: 'Clear all' }).press('Enter')
    await chips.first().waitFor({ state: 'detached' })
    expect([parameter(page, 'style'), parameter(page, 'changeType')]).to.deep.equal([null, null])
    await until('the focus is in the filters', () =>
      page.evaluate('document.activeElement.closest(".filters") !== null'),
    )
  })

  it('apply to the counts of all facets of exceptions', async () => {
    const all = await world.demo.all<PositionException>('/v1/material-position-exceptions')
    const [system = ''] = all[0]?.systems ?? []
    const ofSystem = all.filter(({ systems }) => systems.includes(system))
    expect(ofSystem.length).to.be.within(1, all.length - 1)
    const page = await open(`/materials?system=${system}`)
    for (const severity of new Set(all.map((one) => one.severity))) {
      const count = ofSystem.filter((one) => one.severity === severity).length
      await page.getByRole('button', { name: `${count} ${severity}` }).waitFor()
    }
    const codes = Map.groupBy(ofSystem, ({ code }) => code)
    const facet = page.getByRole('region', { name: 'Code' })
    for (const button of (await facet.getByRole('button').allInnerTexts()).filter((text) => !text.endsWith('more'))) {
      const [name = '', count = ''] = button.split('\n').map((text) => text.trim())
      const code = name.toUpperCase().replaceAll(' ', '_')
      expect(codes.get(code as PositionException['code'])?.length, name).to.equal(Number(count))
    }
  })

  it('keep the snapshots: a link from the menu names those that it opened', async () => {
    const [newest, before] = snapshots
    const page = await open('/freshness')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'BOM changes' }).click()
    await until('the pair is in the address', () => parameter(page, 'toSnapshotId') !== null)
    expect([parameter(page, 'fromSnapshotId'), parameter(page, 'toSnapshotId')]).to.deep.equal([
      before?.snapshotId,
      newest?.snapshotId,
    ])
    await page.getByRole('row').nth(1).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^All yields of/ })
      .click()
    await page.getByRole('heading', { name: 'Yields', level: 1 }).waitFor()
    expect(snapshots.slice(0, 2).map(({ snapshotId }) => snapshotId)).to.include(parameter(page, 'snapshotId'))
    const yields = await open('/yields')
    await until('the snapshot is in the address', () => parameter(yields, 'snapshotId') === newest?.snapshotId)
    await yields.goBack()
    expect(new URL(yields.url()).pathname).to.not.equal('/explorer/yields')
  })

  it('show a removed row in the earlier snapshot', async () => {
    const [to, from] = [snapshots[0]?.snapshotId ?? '', snapshots.at(-1)?.snapshotId ?? '']
    const query = new URLSearchParams({ fromSnapshotId: from, toSnapshotId: to, changeType: 'removed' })
    const page = await open(`/changes?${query}`)
    await page.getByRole('row').nth(1).click()
    const link = page.getByRole('dialog').getByRole('link', { name: /^All yields of/ })
    expect(await link.getAttribute('href')).to.contain(`snapshotId=${from}`)
  })

  it('are passed by the second skip link, which leads to the first row', async () => {
    const { data } = await world.demo.get<{ data: BomYield[] }>('/v1/bom/yields?limit=1')
    const paths = ['/changes', `/yields?style=${data[0]?.style}`, '/graph', '/materials', '/freshness', '/ingest']
    for (const path of paths) {
      const page = await open(path)
      await page.locator('main :is([role=row], td)[tabindex="0"]').first().waitFor()
      for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
      const place = 'document.activeElement.matches("main :is([role=row], td)[tabindex=\\"0\\"]")'
      expect(await page.evaluate(place), path).to.equal(true)
    }
  })

  it('find entities of the graph by a GTIN, and offer similar words', async () => {
    const skus = await world.demo.all<Entity>('/v1/entities?type=sku')
    const sku = skus.find(({ attributes }) => 'gtin' in attributes && attributes.gtin)
    const gtin = sku && 'gtin' in sku.attributes ? (sku.attributes.gtin ?? '') : ''
    const page = await open('/graph')
    await page.getByLabel('Search', { exact: true }).fill(gtin.replaceAll(/(\d{5})/g, '$1 '))
    await page.getByText('These entities have them as a code.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: sku?.label ?? '', level: 1 }).waitFor()
    const again = await open(`/graph?q=${word.text.slice(0, -1)}q`)
    expect(await again.getByText('No entities found.').count()).to.equal(1)
    await again.getByRole('button', { name: word.text }).first().click()
    await until('the word is searched', () => parameter(again, 'q') === word.text)
    await again.getByRole('row').nth(1).waitFor()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`have no accessibility violation that axe finds while a list is open: ${colorScheme}`, async () => {
      for (const viewport of Object.values(sizes)) {
        const page = await open(`/changes?style=${change.style}`, { colorScheme, viewport })
        for (const text of [word.text, 'qqqq-9999']) {
          await field(page, 'Material').fill(text)
          await options(page).first().waitFor()
          expect(await accessibilityFaults(page), text).to.deep.equal([])
        }
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
      }
    })
  }

  it('violate no content security policy, and throw no error', () => {
    expect(world.browser.errors).to.deep.equal([])
    expect(world.browser.violations).to.deep.equal([])
  })
})
