import type { BomSnapshot, BomYield, ConnectedRecord, Entity, PositionException } from '@tenant-data/client'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { grouped } from '../../support/explorer/grouped.ts'
import { rowWithArticle } from '../../support/explorer/row-with-article.ts'
import { urlOf } from '../../support/explorer/url-of.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, holdAnswers, sizes } from '../browser.ts'

interface Counted {
  data: Entity[]
  meta: { count: number }
}

const countOf = (count: number, one: string, many: string) =>
  `${Math.min(count, 5)}${count > 5 ? ` of ${grouped(count)}` : ''} ${count === 1 ? one : many}`

/** Exchanges two neighboring letters inside the longest word. */
function misspelled(label: string): string {
  const [longest = ''] = label.split(' ').toSorted((a, b) => b.length - a.length)
  const [first = '', second = '', third = '', ...rest] = longest
  return label.replace(longest, [first, third, second, ...rest].join(''))
}

describeWith(['chromium'], 'the search of the Explorer', () => {
  let world: ExplorerWorld

  before(async () => {
    world = await explorerWorld()
  })

  async function open(path = '', options: OpenOptions = {}): Promise<Page> {
    const page = await world.open(path, options)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
  async function openSearch(path = '', options: OpenOptions = {}): Promise<Page> {
    const page = await open(path, options)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Code, name, or ID' }).waitFor()
    return page
  }
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
  const options = (page: Page) => dialog(page).getByRole('option')
  const group = (page: Page, name: RegExp) => dialog(page).getByRole('group', { name })
  const status = (page: Page) => dialog(page).getByRole('status')
  const marked = (page: Page): Promise<string> =>
    page.evaluate('document.querySelector("[role=option][aria-selected=true]")?.textContent ?? ""')
  async function find(page: Page, text: string): Promise<void> {
    await page.keyboard.insertText(text)
    await status(page)
      .filter({ hasText: /^(Found|No results)/ })
      .waitFor({ state: 'attached' })
  }
  const isAt = (page: Page, heading: string) => page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  const all = <T>(path: string) => world.demo.all<T>(path)
  const count = async (type: string, q: string) =>
    (await world.demo.get<Counted>(`/v1/entities?${new URLSearchParams({ type, q })}&limit=1&count=true`)).meta.count

  it('opens by Ctrl+K, by the slash key, and by its button, and returns the focus when it closes', async () => {
    for (const path of ['', '/changes', '/yields', '/graph', '/materials', '/freshness', '/exports', '/ingest']) {
      const page = await open(path)
      await page.getByRole('link', { name: 'Skip to content' }).focus()
      for (const key of ['Control+k', 'Meta+k', '/']) {
        await page.keyboard.press(key)
        await dialog(page).waitFor()
        await page.keyboard.insertText('x')
        await page.keyboard.press('Escape')
        await dialog(page).waitFor({ state: 'detached' })
        expect(await page.evaluate('document.activeElement.textContent'), path + key).to.equal('Skip to content')
      }
    }
    const page = await open('/graph')
    await page.keyboard.press('Control+k')
    await dialog(page).waitFor()
    // The event that a dialog was closed comes after keys that are already pressed.
    await page.evaluate(`
      document.querySelector('dialog.palette').close()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
    `)
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    // By role, because a dialog that was just closed is still in the page, hidden, and has the same label.
    const field = page.getByRole('searchbox', { name: 'Search', exact: true })
    await field.pressSequentially('a/b')
    expect(await field.inputValue()).to.equal('a/b')
    await page.getByRole('button', { name: /^Search/ }).click()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.className')).to.equal('search-button')
  })

  it('opens a SKU by its GTIN with spaces, and names the code', async () => {
    const skus = await all<Entity>('/v1/entities?type=sku')
    const gtinOf = ({ attributes }: Entity) => ('gtin' in attributes ? (attributes.gtin ?? '') : '')
    const sku = skus.find((one) => gtinOf(one) !== '')
    if (sku === undefined) throw new Error('The demo has no SKU with a GTIN')
    const page = await openSearch('/freshness')
    await find(page, `  ${gtinOf(sku).replaceAll(/(\d{4})/g, '$1 ')} `)
    expect(await options(page).first().innerText())
      .to.contain(sku.label)
      .and.to.contain(`GTIN ${gtinOf(sku)}`)
    await page.keyboard.press('Enter')
    await isAt(page, sku.label)
    expect(new URL(page.url()).searchParams.get('entity')).to.equal(sku.id)
    expect(await page.evaluate('document.activeElement.id')).to.equal('main')
  })

  it('opens a material by an MPN or an ERP number with other separators and case', async () => {
    const yields = await world.demo.get<{ data: BomYield[] }>('/v1/bom/yields?limit=500')
    const materials = await all<Entity>('/v1/entities?type=material')
    const { row, mpn } = await rowWithArticle(world.demo, yields.data, (one) => one.mpn)
    const byMpn = materials.find(({ id }) => id === row.materialId)
    const coded = materials.flatMap(({ label, externalReferences }) =>
      externalReferences.flatMap(({ system, value }) => (system === 'erp' ? [{ label, value }] : [])),
    )
    const [erp] = coded
    if (!byMpn || !erp) throw new Error('The demo has no material with an MPN, or none with an ERP number')
    const respelled = (code: string) => [...code.toLowerCase().replaceAll(/[-_./\s]/g, '')].join('-')
    for (const [code, label] of [
      [respelled(mpn), byMpn.label],
      [respelled(erp.value), erp.label],
    ] as const) {
      const page = await openSearch()
      await find(page, code)
      await group(page, /^Matches without case and separators/).waitFor()
      await options(page).filter({ hasText: label }).first().click()
      await isAt(page, label)
    }
  })

  it('offers a similar name if a supplier is misspelled', async () => {
    const [supplier] = await all<Entity>('/v1/entities?type=supplier')
    const label = supplier?.label ?? ''
    const page = await openSearch()
    await find(page, misspelled(label.replace(/ \(.*/, '')))
    await group(page, /^Did you mean/).waitFor()
    await options(page).filter({ hasText: label }).click()
    await options(page).filter({ hasText: 'Supplier' }).first().waitFor()
    await page.keyboard.press('Enter')
    await isAt(page, label)
  })

  it('opens a factory by its name and by a misspelled one, and a page by its name', async () => {
    const [factory] = await all<ConnectedRecord>('/v1/connected-records/search?kind=factory')
    const label = factory?.label ?? ''
    for (const text of [label.toLowerCase(), misspelled(label)]) {
      const page = await openSearch()
      await find(page, text)
      await options(page).filter({ hasText: label }).first().click()
      if (text !== label.toLowerCase()) await options(page).filter({ hasText: 'Factory' }).first().click()
      await isAt(page, 'Materials')
      const { view, factory: ref } = Object.fromEntries(new URL(page.url()).searchParams)
      expect([view, ref]).to.deep.equal(['positions', factory?.ref])
    }
    const page = await openSearch()
    await find(page, 'ingest rej')
    await page.keyboard.press('Enter')
    await isAt(page, 'Ingest')
    expect(new URL(urlOf(page)).search).to.equal('?list=rejections')
    await page.keyboard.press('/')
    await dialog(page).waitFor()
    await find(page, 'frehsness')
    await page.keyboard.press('Enter')
    await isAt(page, 'Freshness')
  })

  it('opens a snapshot by its number in BOM changes and in Yields, and an exception by its ID', async () => {
    const [snapshot] = await all<BomSnapshot>('/v1/bom/snapshots')
    const page = await openSearch()
    await find(page, `snapshot #${snapshot?.publicationNumber}`)
    await options(page).filter({ hasText: ': BOM changes' }).click()
    await isAt(page, 'BOM changes')
    expect(new URL(page.url()).searchParams.get('toSnapshotId')).to.equal(snapshot?.snapshotId)
    await page.keyboard.press('Control+k')
    await find(page, snapshot?.snapshotId.toLowerCase() ?? '')
    await options(page).filter({ hasText: ': yields' }).click()
    await isAt(page, 'Yields')
    expect(new URL(urlOf(page)).search).to.equal(`?snapshotId=${snapshot?.snapshotId}`)
    const [exception] = await all<PositionException>('/v1/material-position-exceptions')
    await page.keyboard.press('Control+k')
    await find(page, exception?.exceptionId.toUpperCase() ?? '')
    await page.keyboard.press('Enter')
    await page.locator('dialog.side-panel').waitFor()
    expect(new URL(urlOf(page)).search).to.equal(`?exception=${exception?.exceptionId}`)
  })

  it('shows how many there are of each kind, and leads to all of them', async () => {
    const page = await openSearch()
    const [material] = await all<Entity>('/v1/entities?type=material')
    const text = material?.label.slice(0, 2) ?? ''
    await find(page, text)
    const materials = await count('material', text)
    const suppliers = await count('supplier', text)
    expect(materials).to.be.above(5)
    const counted = new RegExp(countOf(materials, 'material', 'materials'))
    await group(page, counted).waitFor()
    await status(page).filter({ hasText: counted }).waitFor({ state: 'attached' })
    if (suppliers > 0) await group(page, new RegExp(countOf(suppliers, 'supplier', 'suppliers'))).waitFor()
    await options(page)
      .filter({ hasText: `Show all ${materials} materials` })
      .click()
    await isAt(page, 'Graph')
    expect(new URL(urlOf(page)).search).to.equal(`?${new URLSearchParams({ q: text, type: 'material' })}`)
  })

  it('moves between the results by arrow keys, and marks one of them', async () => {
    const page = await openSearch()
    await find(page, 'm')
    const titles = await options(page).allInnerTexts()
    expect(titles.length).to.be.above(4)
    const plain = (text: string) => text.replaceAll(/\s+/g, '')
    const steps: [string, string | undefined][] = [
      ['', titles[0]],
      ['ArrowDown', titles[1]],
      ['ArrowUp', titles[0]],
      ['ArrowUp', titles.at(-1)],
      ['ArrowDown', titles[0]],
    ]
    for (const [key, title] of steps) {
      if (key !== '') await page.keyboard.press(key)
      await until(`marked after ${key}`, async () => plain(await marked(page)) === plain(title ?? ''))
      const active = await page
        .getByRole('combobox', { name: 'Code, name, or ID' })
        .getAttribute('aria-activedescendant')
      expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).to.equal('true')
    }
    expect(await page.evaluate('document.activeElement.role')).to.equal('combobox')
  })

  it('cancels requests for an earlier text, whose results never replace newer ones', async () => {
    const page = await openSearch()
    const isEarlier = ({ searchParams }: URL) => searchParams.get('q') === 'zzz' || searchParams.get('code') === 'zzz'
    const failed: string[] = []
    page.on('requestfailed', (request) => failed.push(`${request.url()} ${request.failure()?.errorText}`))
    const row = {
      id: 'x',
      type: 'style',
      label: 'Earlier',
      lifecycleState: 'active',
      externalReferences: [],
      attributes: {},
    }
    const { asked, answer } = await holdAnswers(page, isEarlier, (route) =>
      route.fulfill({ json: { data: [row], links: { next: null }, meta: { truncated: false } } }).catch(() => {}),
    )
    await page.keyboard.insertText('zzz')
    await asked
    await page.keyboard.press('Control+a')
    const [style] = await all<Entity>('/v1/entities?type=style')
    await find(page, style?.label ?? '')
    await options(page)
      .filter({ hasText: style?.label ?? '' })
      .first()
      .waitFor()
    answer()
    await page.unrouteAll({ behavior: 'wait' })
    expect(failed.filter((url) => url.includes('=zzz') && url.includes('ERR_ABORTED')).length).to.be.at.least(2)
    expect(await options(page).filter({ hasText: 'Earlier' }).count()).to.equal(0)
    await page.keyboard.press('Enter')
    await isAt(page, style?.label ?? '')
  })

  it('opens the first result of the entered text, even if Enter is pressed before it is loaded', async () => {
    const page = await openSearch()
    const [style] = await all<Entity>('/v1/entities?type=style')
    await page.keyboard.insertText(style?.label ?? '')
    await page.keyboard.press('Enter')
    await isAt(page, style?.label ?? '')
  })

  it('says that nothing is found, and what the token cannot search', async () => {
    const { text } = await world.issue({ scopes: ['bom:read'] })
    const page = await openSearch('', { token: text })
    await find(page, 'qqqqqq')
    await dialog(page).getByText('Nothing has this code, name, or ID.').waitFor()
    await dialog(page).getByText('Styles, SKUs, and suppliers require graph:read.').waitFor()
    const before = world.browser.requests.length
    await page.keyboard.press('Control+a')
    await find(page, 'yields')
    expect(await options(page).allInnerTexts()).to.have.length(1)
    expect(world.browser.requests.slice(before).filter((url) => url.includes('/v1/entities'))).to.deep.equal([])
  })

  it('shows a problem, and retries when the user asks', async () => {
    const page = await openSearch()
    await page.route('**/v1/entities?*', (route) => route.abort())
    await page.keyboard.insertText('poplin')
    await dialog(page).getByRole('alert').waitFor()
    await dialog(page).locator('[role=listbox][aria-busy=false]').waitFor({ state: 'attached' })
    await page.unroute('**/v1/entities?*')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await dialog(page).getByRole('alert').waitFor({ state: 'detached' })
    await options(page).first().waitFor()
  })

  it('is loaded after the page, so that it receives every key that follows the shortcut', async () => {
    const before = world.browser.requests.length
    const page = await open()
    await until('the search is loaded', () =>
      world.browser.requests.slice(before).some((url) => /\/palette-\S+\.js$/.test(url)),
    )
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('poplin')
    expect(await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').inputValue()).to.equal('poplin')
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation that axe finds, on a phone and a desktop: ${colorScheme}`, async () => {
      for (const viewport of Object.values(sizes)) {
        const page = await open('', { colorScheme, viewport })
        await page.getByRole('button', { name: /^Search/ }).click()
        for (const text of ['', 'a', 'zelntov']) {
          if (text !== '') await find(page, text)
          expect(await accessibilityFaults(page), text).to.deep.equal([])
          await page.keyboard.press('Control+a')
        }
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
        const box = await dialog(page).boundingBox()
        expect(box?.width).to.be.within(300, viewport.width)
      }
    })
  }

  it('violates no content security policy, and throws no error', () => {
    expect(world.browser.errors).to.deep.equal([])
    expect(world.browser.violations).to.deep.equal([])
  })
})
