import type { Entity, Relationship, RelationshipEnd } from '@tenant-data/client'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { openGraph, otherEnd, relationshipsOf, richStyle } from '../../support/explorer/open-graph.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, sizes } from '../browser.ts'

describeWith(['chromium'], 'the paths between two entities in the Explorer', () => {
  let world: ExplorerWorld
  let style: Entity
  let sku: RelationshipEnd
  let material: RelationshipEnd
  /** A supplier of a material of the style that does not produce the style. */
  let supplier: RelationshipEnd
  /** The materials of the style that the supplier supplies. */
  let between: Set<string>

  before(async () => {
    world = await explorerWorld()
    const rich = await richStyle(world)
    style = rich.style
    const endsBy = (rows: readonly Relationship[], type: string) =>
      new Map(rows.filter((row) => row.type === type).map((row) => [otherEnd(row).id, otherEnd(row)]))
    const materials = endsBy(rich.around, 'USES_MATERIAL')
    const producers = endsBy(rich.around, 'PRODUCED_BY')
    const suppliers = new Map<string, { end: RelationshipEnd; of: Set<string> }>()
    for (const { id } of materials.values()) {
      for (const end of endsBy(await relationshipsOf(world, id), 'SUPPLIED_BY').values()) {
        const known = suppliers.get(end.id) ?? { end, of: new Set<string>() }
        known.of.add(id)
        suppliers.set(end.id, known)
      }
    }
    const found = [...suppliers.values()].find(({ end }) => !producers.has(end.id))
    const [first] = endsBy(rich.around, 'HAS_SKU').values()
    const [used] = materials.values()
    if (!found || !first || !used) throw new Error('The demo has no such style')
    ;[supplier, between, sku, material] = [found.end, found.of, first, used]
  })

  const oneLine = (texts: readonly string[]) => texts.map((text) => text.replaceAll(/\s+/g, ' '))
  const steps = (page: Page) => page.locator('.steps > li')
  const status = (page: Page) => page.locator('.path-status')
  const open = async (from: string, more: string, options: OpenOptions = {}) => {
    const page = await openGraph(world, from, more, options)
    await status(page).filter({ hasNotText: 'Searching' }).waitFor()
    return page
  }

  it('is found for an entity that the user searches by its code, and is in the URL', async () => {
    const page = await openGraph(world, material.id)
    const code = sku.label?.split(' ')[0] ?? ''
    await page.getByLabel('To entity').fill(code.toLowerCase())
    await page.keyboard.press('Enter')
    await status(page).filter({ hasText: 'Connected by 2 hops: 1 shortest path.' }).waitFor()
    expect(new URL(page.url()).searchParams.get('path')).to.equal(sku.id)
    expect(await page.getByLabel('To entity').inputValue()).to.equal(sku.label)
    expect(oneLine(await steps(page).allInnerTexts())).to.deep.equal([
      `${material.label} is used by style ${style.label}`,
      `${style.label} has SKU ${sku.label}`,
    ])
    await page.getByRole('button', { name: 'Clear path' }).click()
    await steps(page).first().waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.has('path')).to.equal(false)
  })

  it('has up to three hops, is drawn, and leads to its entities', async () => {
    const page = await open(sku.id, `&path=${supplier.id}`)
    expect(await status(page).innerText()).to.contain('Connected by 3 hops')
    const drawn = page.locator('.path-section .drawn.node')
    const ids: string[] = await page.evaluate(
      `[...document.querySelectorAll('.path-section .drawn.node')].map(({ dataset }) => dataset.id)`,
    )
    expect(await drawn.count()).to.equal(ids.length)
    expect(ids.toSorted()).to.deep.equal([sku.id, style.id, supplier.id, ...between].sort())
    const texts = oneLine(await steps(page).allInnerTexts())
    expect(texts.length).to.equal(3 * between.size)
    expect(texts[0]).to.equal(`${sku.label} belongs to style ${style.label}`)
    expect(texts[2]).to.match(/ is supplied by supplier /)
    await steps(page).first().getByRole('link').nth(1).click()
    await page.getByRole('heading', { level: 1, name: style.label }).waitFor()
    expect(new URL(page.url()).searchParams.has('path')).to.equal(false)
  })

  it('moves through the drawn path by keyboard', async () => {
    const page = await open(sku.id, `&path=${supplier.id}`)
    const focused = () => page.evaluate('document.activeElement.dataset.id')
    await page.locator(`.path-section .drawn[data-id="${sku.id}"]`).focus()
    await page.keyboard.press('ArrowRight')
    expect(await focused()).to.equal(style.id)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: style.label }).waitFor()
  })

  it('does not exist if the entities are not connected along the selected relationships', async () => {
    const page = await open(sku.id, `&path=${supplier.id}&via=OWNED_BY`)
    expect(await status(page).innerText()).to.equal('No path exists within three hops. Only along: Owned by.')
    expect(await page.locator('.path-section .picture').count()).to.equal(0)
  })

  it('says that the search is incomplete, and why', async () => {
    const page = await open(sku.id, '')
    await page.route('**/relationships?**', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.data = []
      body.links.next = 'more'
      await route.fulfill({ response: answer, json: body })
    })
    await page.getByLabel('To entity').fill(supplier.id)
    await page.keyboard.press('Enter')
    await status(page).filter({ hasText: 'No path was found within three hops.' }).waitFor()
    const notice = await page.locator('.path-section .notice').innerText()
    expect(notice).to.contain('The search is incomplete')
    expect(notice).to.contain(supplier.label)
  })

  it('explains that both entities are the same, or that one does not exist', async () => {
    const same = await open(style.id, `&path=${style.id}`)
    expect(await status(same).innerText()).to.contain('This is the same entity.')
    const lost = await openGraph(world, style.id, '&path=00000000-0000-5000-8000-000000000000')
    await lost.locator('.path-section').getByRole('alert').waitFor()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation that axe finds, on a phone and a desktop: ${colorScheme}`, async () => {
      for (const viewport of Object.values(sizes)) {
        const page = await open(sku.id, `&path=${supplier.id}`, { colorScheme, viewport })
        await steps(page).first().waitFor()
        expect(await accessibilityFaults(page)).to.deep.equal([])
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
      }
    })
  }

  it('sends few requests, and violates no content security policy', async () => {
    const before = world.browser.requests.length
    await open(sku.id, `&path=${supplier.id}`)
    const asked = world.browser.requests.slice(before).filter((url) => new URL(url).pathname.includes('/relationships'))
    expect(asked.length).to.be.at.most(10)
    expect(world.browser.errors).to.deep.equal([])
    expect(world.browser.violations).to.deep.equal([])
  })
})
