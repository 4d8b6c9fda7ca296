import type { Entity, Relationship } from '@tenant-data/client'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { grouped } from '../../support/explorer/grouped.ts'
import { urlOf } from '../../support/explorer/url-of.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, holdAnswers, sizes } from '../browser.ts'

describeWith(['chromium'], 'the page Graph of the Explorer', () => {
  let world: ExplorerWorld
  /** A style that uses materials, and therefore has neighbors of several types. */
  let style: Entity
  let around: Relationship[]

  before(async () => {
    world = await explorerWorld()
    const styles = await world.demo.all<Entity>('/v1/entities?type=style')
    for (const one of styles) {
      around = await world.demo.all(`/v1/entities/${one.id}/relationships`)
      style = one
      if (new Set(around.map(({ type }) => type)).size > 2) return
    }
    throw new Error('The demo has no style with relationships of three types')
  })

  async function open(path: string, options: OpenOptions = {}): Promise<Page> {
    const page = await world.open(`/graph${path}`, options)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
    return page
  }
  const openStyle = async (more = '', options: OpenOptions = {}) => {
    const page = await open(`?entity=${style.id}${more}`, options)
    await page.locator('svg[aria-busy=false], [role=grid][aria-label=Neighborhood]').waitFor()
    return page
  }
  const other = ({ direction, from, to }: Relationship) => (direction === 'outgoing' ? to : from)
  const near = ({ direction, from, to }: Relationship) => (direction === 'outgoing' ? from : to)
  const ofType = (type: string) => around.filter((row) => row.type === type)
  const node = (page: Page, id: string) => page.locator(`.drawn[data-id="${id}"]`)
  const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.dataset.id ?? ""')
  const drawnIds = (page: Page): Promise<string[]> =>
    page.evaluate('[...document.querySelectorAll(".drawn.node")].map(({ dataset }) => dataset.id)')
  const isWhole = (page: Page) => page.locator('svg[aria-busy=false]').waitFor()

  it('searches while the user types, and opens the best hit by Enter', async () => {
    const page = await open('')
    const code = style.label.split(' ')[0] ?? ''
    await page.getByLabel('Search').pressSequentially(code)
    const { data } = await world.demo.get<{ data: Entity[] }>(`/v1/entities?q=${code}&limit=80`)
    await page
      .getByRole('row', { name: data[0]?.label ?? 'none' })
      .first()
      .waitFor()
    await page.locator('.table-foot', { hasText: new RegExp(`^${data.length} rows?`) }).waitFor()
    expect(new URL(urlOf(page)).search).to.equal(`?q=${code}`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: data[0]?.label ?? 'none', level: 1 }).waitFor()
    expect(page.url()).to.contain(`entity=${data[0]?.id}`)
    await page.getByRole('link', { name: 'Back to search' }).click()
    expect(await page.getByLabel('Search').inputValue()).to.equal(code)
  })

  it('moves to the hits by arrow keys, and opens one that is filtered by type and state', async () => {
    const page = await open('')
    await page.getByLabel('Type').selectOption({ label: 'Material' })
    await page.getByLabel('State').selectOption({ label: 'Approved' })
    const { data } = await world.demo.get<{ data: Entity[] }>('/v1/entities?type=material&lifecycleState=approved')
    await page.getByRole('row', { name: data[1]?.label ?? 'none' }).waitFor()
    await page.getByLabel('Search').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: data[1]?.label ?? 'none', level: 1 }).waitFor()
    expect(await page.evaluate('document.activeElement.id')).to.equal('main')
  })

  it('shows the hits of the last input, even if an earlier response arrives later', async () => {
    const page = await open('')
    const { asked, answer } = await holdAnswers(
      page,
      ({ searchParams }) => searchParams.get('q') === 'zzz',
      (route) =>
        route.fulfill({ json: { data: [], links: { next: null }, meta: { truncated: false } } }).catch(() => {}),
    )
    await page.getByLabel('Search').fill('zzz')
    await asked
    expect(await page.getByRole('row').count()).to.be.above(5)
    await page.getByLabel('Search').fill(style.label)
    await page.getByRole('row', { name: style.label }).waitFor()
    answer()
    await page.unrouteAll({ behavior: 'wait' })
    expect(await page.getByRole('row', { name: style.label }).count()).to.equal(1)
  })

  it('explains what to do when nothing is found', async () => {
    const page = await open('?q=nothing-has-this-name')
    await page.getByText('No entities found.').waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('row').nth(3).waitFor()
    expect(new URL(urlOf(page)).search).to.equal('')
  })

  it('shows the codes, attributes, counts of relationships, and whole record of an entity', async () => {
    const page = await openStyle()
    const text = await page.getByRole('main').innerText()
    for (const { value } of style.externalReferences) expect(text).to.contain(value)
    expect(text).to.contain(style.id)
    for (const type of new Set(around.map((row) => row.type))) {
      const words = type.toLowerCase().replaceAll('_', ' ')
      const count = page.locator('.kinds button', { hasText: new RegExp(words, 'i') }).locator('b')
      expect(await count.innerText(), type).to.equal(String(ofType(type).length))
    }
    await page.getByRole('button', { name: style.id }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(style.id)
    await page.getByRole('button', { name: 'Full record' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await page.getByRole('dialog').innerText()).to.contain('Lifecycle state')
  })

  it('opens related entities by their relationships', async () => {
    const page = await openStyle()
    const [material] = ofType('USES_MATERIAL')
    if (material === undefined) throw new Error('The style uses no material')
    await page.getByRole('button', { name: /^Uses material/ }).click()
    const row = page.getByRole('grid', { name: 'Relationships' }).getByRole('row').nth(1)
    await row.filter({ hasText: material.to.label ?? '' }).waitFor()
    expect(page.url()).to.contain('relationship=USES_MATERIAL.outgoing')
    await row.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: material.to.label ?? '', level: 1 }).waitFor()
    expect(new URL(urlOf(page)).search).to.equal(`?entity=${material.to.id}`)
    await page.goBack()
    await page.getByRole('heading', { name: style.label, level: 1 }).waitFor()
  })

  it('draws the neighborhood by hops, and summarizes in boxes what it does not draw', async () => {
    const page = await openStyle('&depth=2&via=USES_MATERIAL&via=SUPPLIED_BY')
    const path = `/v1/entities/${style.id}/relationships?depth=2&relationshipType=USES_MATERIAL&relationshipType=SUPPLIED_BY`
    const rows = await world.demo.all<Relationship>(path)
    const ids = new Set(rows.flatMap(({ from, to }) => [from.id, to.id]))
    const summary = await page.locator('.neighbourhood-summary').innerText()
    expect(summary).to.contain(`${grouped(ids.size - 1)} entities around it`)
    const drawn = await drawnIds(page)
    expect(drawn.filter((id) => !ids.has(id))).to.deep.equal([])
    for (const row of rows.filter(({ hop }) => hop === 1)) {
      const id = other(row).id
      if (drawn.includes(id)) expect(await node(page, id).locator('title').textContent()).to.contain('1 hop')
    }
    const boxes = await page.locator('.drawn.box .drawn-label').allInnerTexts()
    expect(drawn.length).to.be.above(2)
    if (drawn.length < ids.size) expect(boxes.length).to.be.above(0)
  })

  it('previews, performs, and undoes the expansion of an entity by keyboard', async () => {
    const page = await openStyle('&via=USES_MATERIAL')
    await node(page, style.id).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Home')
    const before = await drawnIds(page)
    const id = await focused(page)
    const path = `/v1/entities/${id}/relationships?relationshipType=USES_MATERIAL&limit=200`
    const { data: own, links } = await world.demo.get<{ data: Relationship[]; links: { next: string | null } }>(path)
    const known = new Set([style.id, ...ofType('USES_MATERIAL').map((row) => row.to.id)])
    const gain = new Set(own.map((row) => other(row).id).filter((one) => !known.has(one))).size
    expect(gain).to.be.above(0)
    const says = `Expands ${links.next === null ? '' : 'at least '}${gain} more ${gain === 1 ? 'entity' : 'entities'}`
    await page.locator('.chosen-bar [role=status]', { hasText: says }).waitFor()
    expect(await drawnIds(page)).to.deep.equal(before)
    await page.keyboard.press(' ')
    await page.locator(`.drawn[data-id="${id}"][aria-expanded=true]`).waitFor()
    expect((await drawnIds(page)).length).to.be.above(before.length)
    const address = page.url()
    expect(await focused(page)).to.equal(id)
    await page.keyboard.press('ArrowRight')
    await until('the focus is on what came', async () => !before.includes(await focused(page)))
    await page.keyboard.press('Escape')
    await until('it is undone', async () => (await drawnIds(page)).length === before.length)
    expect(await drawnIds(page)).to.deep.equal(before)
    await until('the focus is in the picture', async () => before.includes(await focused(page)))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: style.label, level: 1 }).waitFor({ state: 'detached' })
    expect(await focused(page)).to.equal(new URL(page.url()).searchParams.get('entity'))
    const again = await open(new URL(address).search)
    await again.locator(`.drawn[data-id="${id}"][aria-expanded=true]`).waitFor()
    expect(again.url()).to.equal(address)
  })

  it('expands and undoes by mouse, and opens a box of summarized entities', async () => {
    const [publication] = await world.demo.all<Entity>('/v1/entities?type=bom_publication')
    const path = `/v1/entities/${publication?.id}/relationships?relationshipType=PUBLISHES_BOM_FOR`
    const rows = await world.demo.all<Relationship>(path)
    const page = await open(`?entity=${publication?.id}&via=PUBLISHES_BOM_FOR`)
    await isWhole(page)
    const box = page.locator('.drawn.box')
    const shown = (await drawnIds(page)).length - 1
    expect(await box.locator('.drawn-label').innerHTML()).to.equal(`${rows.length - shown} more styles`)
    await box.click()
    await page.getByRole('button', { name: 'Expand', exact: true }).click()
    await until('more are drawn', async () => (await drawnIds(page)).length > shown + 1)
    await page.getByRole('button', { name: 'Undo expansion' }).click()
    await until('they are folded', async () => (await drawnIds(page)).length === shown + 1)
    await page.goBack()
    await until('Back is the same', async () => (await drawnIds(page)).length > shown + 1)
  })

  it('marks entities whose relationships the API truncated', async () => {
    const page = await open(`?entity=${style.id}&depth=2`)
    await page.route('**/relationships?*depth=3*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.meta.truncated = { count: 1, nodes: [style.id] }
      await route.fulfill({ response: answer, json: body })
    })
    await page.getByLabel('Depth', { exact: true }).selectOption('3')
    await page.locator(`.drawn.cut[data-id="${style.id}"]`).waitFor()
    expect(await page.locator('.neighbourhood-summary').innerText()).to.contain('1 entity has more relationships')
    expect(await node(page, style.id).locator('title').textContent()).to.contain(
      'Truncated: has more relationships than are shown',
    )
  })

  it('shows the same relationships as a table with a URL of its own', async () => {
    const page = await openStyle('&depth=2&to=supplier')
    await page.getByRole('button', { name: 'Show as table' }).click()
    const grid = page.getByRole('grid', { name: 'Neighborhood' })
    await grid.waitFor()
    expect(page.url()).to.contain('view=table')
    const path = `/v1/entities/${style.id}/relationships?depth=2`
    const rows = await world.demo.all<Relationship>(`${path}&to=supplier`)
    const passed = new Set(rows.filter(({ hop }) => hop === 2).map((row) => near(row).id))
    const listed = (await world.demo.all<Relationship>(path)).filter(
      (row) => other(row).type === 'supplier' || (row.hop === 1 && passed.has(other(row).id)),
    )
    expect([rows.length > 0, listed.length > rows.length]).to.deep.equal([true, true])
    expect(await grid.getAttribute('aria-rowcount')).to.equal(String(listed.length + 1))
    const row = grid.getByRole('row').nth(1)
    expect(await row.innerText()).to.contain(listed[0] && other(listed[0]).label)
    await row.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: (listed[0] && other(listed[0]).label) ?? '', level: 1 }).waitFor()
  })

  it('shows labels that contain HTML as text, and marks entities that are not published', async () => {
    const hostile = `<img src=x onerror="document.title=1"><script>alert(1)</script>\u202e${'long '.repeat(60)}`
    const page = await open('')
    await page.route('**/relationships?**', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      for (const row of body.data) Object.assign(other(row), { label: hostile, listed: false })
      await route.fulfill({ response: answer, json: body })
    })
    await page.getByLabel('Search').fill(style.label)
    await page.getByRole('row', { name: style.label }).click()
    const first = page.locator('.drawn.pale').first()
    await first.waitFor()
    const label = first.locator('.drawn-label')
    const shown = (await label.textContent()) ?? ''
    expect(shown).to.match(/^<img src=x.*…$/)
    expect(await first.locator('title').textContent()).to.contain(hostile)
    expect(await page.locator('main img, main script').count()).to.equal(0)
    await first.click()
    await page.locator('.chosen-bar', { hasText: 'Not published: only referenced by other records' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
  })

  it('reports an unknown entity, with a link back to the search', async () => {
    const page = await open('?entity=00000000-0000-5000-8000-000000000000')
    await page.getByText('Entity not found.').waitFor()
    expect(await page.getByRole('alert').innerText()).to.contain('Request')
    await page.getByRole('link', { name: 'Back to search' }).click()
    await page.getByRole('row').nth(3).waitFor()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation that axe finds, on a phone and a desktop: ${colorScheme}`, async () => {
      for (const viewport of Object.values(sizes)) {
        for (const more of [null, '&depth=3', '&view=table']) {
          const page =
            more === null
              ? await open('?q=a', { colorScheme, viewport })
              : await openStyle(more, { colorScheme, viewport })
          expect(await accessibilityFaults(page)).to.deep.equal([])
          expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
        }
      }
    })
  }

  it('sends at most ten requests, and violates no content security policy', async () => {
    const before = world.browser.requests.length
    await openStyle('&depth=3')
    const asked = world.browser.requests.slice(before).filter((url) => new URL(url).pathname.startsWith('/v1/'))
    expect(asked.length).to.be.within(4, 10)
    expect(new Set(asked).size).to.equal(asked.length)
    expect(world.browser.errors).to.deep.equal([])
    expect(world.browser.violations).to.deep.equal([])
  })
})
