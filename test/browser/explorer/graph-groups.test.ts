import type { Entity, Relationship } from '@tenant-data/client'
import { expect } from 'chai'
import { type ExplorerWorld, explorerWorld } from '../../support/explorer/explorer-world.ts'
import { openGraph, otherEnd, relationshipsOf, richStyle } from '../../support/explorer/open-graph.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, sizes } from '../browser.ts'

describeWith(['chromium'], 'types, groups, and prices in the graph of the Explorer', () => {
  let world: ExplorerWorld
  let style: Entity
  let publication: Entity
  let published: Relationship[]

  before(async () => {
    world = await explorerWorld()
    style = (await richStyle(world)).style
    const [first] = await world.demo.all<Entity>('/v1/entities?type=bom_publication')
    if (!first) throw new Error('The demo has no publication')
    publication = first
    published = await relationshipsOf(world, first.id, '?relationshipType=PUBLISHES_BOM_FOR')
  })

  const openPublication = (more = '') => openGraph(world, publication.id, `&via=PUBLISHES_BOM_FOR${more}`)

  it('gives each type a shape and a color of its own, the same in the picture, the table, and the legend', async () => {
    const page = await openGraph(world, style.id, '&depth=3')
    const signsIn = async (part: string) => {
      const signs: string[][] = await page.evaluate(`[...document.querySelectorAll('${part} .type-sign')].map((sign) =>
        [sign.getAttribute('class').split(' ').at(-1), sign.getAttribute('d'), getComputedStyle(sign).fill])`)
      return [...new Map(signs.map((sign) => [sign[0], sign])).values()].sort()
    }
    const legend = await signsIn('.legend')
    expect(legend.length).to.equal(5)
    for (const part of [1, 2]) expect(new Set(legend.map((sign) => sign[part])).size).to.equal(legend.length)
    for (const sign of await signsIn('.picture')) expect(legend).to.deep.include(sign)
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('grid', { name: 'Neighborhood' }).waitFor()
    expect(await signsIn('.legend')).to.deep.equal(legend)
    for (const sign of await signsIn('.neighbourhood .table-body')) expect(legend).to.deep.include(sign)
  })

  it('draws the entities on the way to the requested type, and marks them', async () => {
    const page = await openGraph(world, style.id, '&depth=2&to=supplier')
    const rows = await relationshipsOf(world, style.id, '?depth=2&to=supplier')
    const suppliers = new Set(rows.map((row) => otherEnd(row).id))
    const ways: { id: string; title: string }[] = await page.evaluate(
      `[...document.querySelectorAll('.drawn.node.way')].map((node) =>
        ({ id: node.dataset.id, title: node.querySelector('title').textContent }))`,
    )
    expect(ways.length).to.be.above(0)
    for (const { id, title } of ways) {
      expect(suppliers.has(id)).to.equal(false)
      expect(title).to.contain('On the way')
    }
    expect(await page.locator('.legend-way').innerText()).to.equal('On the way')
    const plain: string[] = await page.evaluate(
      `[...document.querySelectorAll('.drawn.node:not(.way):not(.root)')].map(({ dataset }) => dataset.id)`,
    )
    expect(plain.filter((id) => !suppliers.has(id))).to.deep.equal([])
    expect(await page.locator('.neighbourhood-summary').innerText()).to.contain(`${suppliers.size} entities around it`)
    expect(await accessibilityFaults(page)).to.deep.equal([])
  })

  it('lists the members of a group with links, by keyboard, and under the same URL', async () => {
    const page = await openPublication()
    const box = page.locator('.drawn.box')
    const shown = await page.locator('.drawn.node:not(.root)').count()
    expect(await box.locator('.drawn-label').textContent()).to.equal(`${published.length - shown} more styles`)
    await box.focus()
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { level: 3, name: `${published.length} styles of ${publication.label}` })
    await heading.and(page.locator(':focus')).waitFor()
    const grid = page.getByRole('grid', { name: 'Members of the group' })
    expect(await grid.getAttribute('aria-rowcount')).to.equal(String(published.length + 1))
    const ids = new Set(published.map((row) => otherEnd(row).id))
    const hrefs = await Promise.all((await grid.locator('a').all()).map((link) => link.getAttribute('href')))
    const links = hrefs.map((href) => new URL(href ?? '', page.url()).searchParams.get('entity') ?? '')
    expect(links.length).to.be.above(5)
    expect(links.filter((id) => !ids.has(id))).to.deep.equal([])
    expect(await accessibilityFaults(page)).to.deep.equal([])
    const again = await openGraph(world, publication.id, new URL(page.url()).search.replace(/^\?entity=[^&]*/, ''))
    await again.getByRole('grid', { name: 'Members of the group' }).waitFor()
    await page.getByRole('button', { name: 'Close group' }).click()
    await grid.waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.classList.contains("box")')).to.equal(true)
    await again.getByRole('grid', { name: 'Members of the group' }).getByRole('link').first().click()
    await again.getByRole('heading', { level: 1, name: publication.label }).waitFor({ state: 'detached' })
    expect(new URL(again.url()).searchParams.get('entity')).to.equal(links[0])
    expect(new URL(again.url()).searchParams.has('group')).to.equal(false)
  })

  it('lists one group in the table', async () => {
    const page = await openGraph(world, style.id, '&view=table')
    const around = await relationshipsOf(world, style.id, '?relationshipType=HAS_SKU')
    const grid = page.getByRole('grid', { name: 'Neighborhood' })
    const all = Number(await grid.getAttribute('aria-rowcount'))
    expect(all).to.be.above(around.length + 1)
    await page.getByLabel('Group').selectOption({ label: `${around.length} SKUs of ${style.label} (Has SKU →)` })
    await until('it is filtered', async () => (await grid.getAttribute('aria-rowcount')) === String(around.length + 1))
    expect(page.url()).to.contain('group=')
  })

  it('shows article numbers and prices with their units beside the relationships of a material', async () => {
    const materials = await world.demo.all<Entity>('/v1/entities?type=material')
    const offers: { material: Entity; row: Relationship & { type: 'SUPPLIED_BY' } }[] = []
    for (const material of materials.slice(0, 40)) {
      const rows = await relationshipsOf(world, material.id, '?relationshipType=SUPPLIED_BY')
      const row = rows.find((one) => one.type === 'SUPPLIED_BY' && one.properties.price && one.properties.mpn)
      if (row?.type === 'SUPPLIED_BY') offers.push({ material, row })
    }
    const [offer] = offers
    if (offer?.material.type !== 'material') throw new Error('The demo has no price')
    const { mpn, price, priceUom } = offer.row.properties
    const page = await openGraph(world, offer.material.id, '&view=table&via=SUPPLIED_BY')
    const grid = page.getByRole('grid', { name: 'Neighborhood' })
    const columns = await grid.getByRole('columnheader').allInnerTexts()
    expect(columns.slice(-2)).to.deep.equal(['MPN', 'Price'])
    const row = grid.getByRole('row', { name: otherEnd(offer.row).label ?? 'none' }).first()
    const cells = await row.getByRole('gridcell').allInnerTexts()
    const unit = priceUom ?? offer.material.attributes.baseUom ?? 'base unit'
    expect(cells.slice(-2)).to.deep.equal([mpn, `${price?.amount}\u00a0${price?.currency}/${unit}`])
    const without = await openGraph(world, publication.id, '&view=table&via=PUBLISHES_BOM_FOR')
    const fewer = await without.getByRole('grid', { name: 'Neighborhood' }).getByRole('columnheader').allInnerTexts()
    expect(fewer.filter((name) => ['MPN', 'Price'].includes(name))).to.deep.equal([])
  })

  it('prints the whole picture, with the shapes of the types', async () => {
    const page = await openGraph(world, style.id, '&depth=3')
    await page.keyboard.press('Tab')
    await page.emulateMedia({ media: 'print' })
    const cut = await page.evaluate(`(() => {
      const frame = document.querySelector('.picture')
      return [frame.scrollWidth - frame.clientWidth, frame.scrollHeight - frame.clientHeight]
    })()`)
    expect(cut).to.deep.equal([0, 0])
    expect(await page.locator('.zoom-bar').first().isVisible()).to.equal(false)
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation that axe finds with a group and a type, on a phone: ${colorScheme}`, async () => {
      const page = await openGraph(world, publication.id, '&depth=2&to=material', {
        colorScheme,
        viewport: sizes.phone,
      })
      await page.locator('.drawn.box').first().focus()
      await page.keyboard.press('Enter')
      await page.getByRole('grid', { name: 'Members of the group' }).waitFor()
      expect(await accessibilityFaults(page)).to.deep.equal([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
    })
  }
})
