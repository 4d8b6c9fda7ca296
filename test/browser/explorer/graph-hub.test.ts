import type { BomYieldSummary, Dataset, Entity, Freshness, PositionExceptionCounts } from '@tenant-data/client'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ExplorerWorld, explorerWorld } from '../../support/explorer/explorer-world.ts'
import { grouped } from '../../support/explorer/grouped.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults } from '../browser.ts'

interface Summarized {
  data: BomYieldSummary
}

describeWith(['chromium'], 'what the Explorer says of an entity on other pages', () => {
  let world: ExplorerWorld

  before(async () => {
    world = await explorerWorld()
  })

  async function open(entity: Entity, scopes?: Parameters<ExplorerWorld['issue']>[0]): Promise<Page> {
    const token = scopes && (await world.issue(scopes)).text
    const page = await world.open(`/graph?entity=${entity.id}`, token === undefined ? {} : { token })
    await page.getByRole('heading', { level: 1, name: entity.label }).waitFor()
    return page
  }
  const usage = (query: object) =>
    world.demo.get<Summarized>(`/v1/bom/yields/summary?${new URLSearchParams({ ...query, top: '12' })}`)
  const openExceptions = async (query: object) => {
    const asked = new URLSearchParams({ ...query, status: 'open' })
    const path = `/v1/material-position-exceptions/summary?${asked}`
    return (await world.demo.get<{ data: { counts: PositionExceptionCounts } }>(path)).data.counts
  }
  const entityOf = async (type: string, code: string) => {
    const [entity] = (await world.demo.get<{ data: Entity[] }>(`/v1/entities?type=${type}&code=${code}`)).data
    if (!entity) throw new Error(`The demo has no ${type} ${code}`)
    return entity
  }
  /** The material, or the supplier, that the newest BOM uses most. */
  async function mostUsed(groupBy: 'material' | 'supplier'): Promise<{ entity: Entity; code: string }> {
    const code = (await usage({ groupBy, order: 'styles' })).data.groups[0]?.keys[0]?.key ?? ''
    return { entity: await entityOf(groupBy, code), code }
  }
  const linkTo = (page: Page, name: string, text: string) => page.locator('.ways a', { hasText: `${name}: ${text}` })

  it('counts where a material is used and its exceptions, and ranks the styles that use it', async () => {
    const { entity, code } = await mostUsed('material')
    const { counts, groups } = (await usage({ material: code, groupBy: 'style' })).data
    const page = await open(entity)
    await linkTo(page, 'Yields', `in ${counts.styles} styles, ${grouped(counts.skus)} SKUs`).waitFor()
    const { exceptions } = await openExceptions({ material: code })
    await linkTo(page, 'Exceptions', exceptions === 0 ? 'none open' : `${exceptions} open`).waitFor()
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Where used' }) })
    await until('the ranked styles', async () => (await card.locator('li').count()) === groups.length)
    const shown = await card.locator('li a').allInnerTexts()
    expect(shown).to.deep.equal(groups.map(({ keys }) => keys[0]?.label))
    await card.locator('li a').first().click()
    await page.waitForURL(/\/yields\?/)
    const { material, style } = Object.fromEntries(new URL(page.url()).searchParams)
    expect([material, style]).to.deep.equal([code, groups[0]?.keys[0]?.key])
  })

  it('counts the materials and the exceptions of a supplier, and leads to them', async () => {
    const { entity, code } = await mostUsed('supplier')
    const { counts } = (await usage({ supplier: code, groupBy: 'material' })).data
    const page = await open(entity)
    await linkTo(page, 'Yields', `${counts.materials} materials in ${counts.styles} styles`).waitFor()
    const { exceptions } = await openExceptions({ supplier: code })
    const link = linkTo(page, 'Exceptions', exceptions === 0 ? 'none open' : `${exceptions} open`)
    await link.waitFor()
    expect(await accessibilityFaults(page)).to.deep.equal([])
    await link.click()
    await page.waitForURL(/\/materials\?/)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).to.deep.include({ supplier: code, status: 'open' })
  })

  it('shows the freshness of the datasets that feed an entity, and leads to the worst one', async () => {
    const { entity } = await mostUsed('material')
    const datasets = (await world.demo.get<{ data: Dataset[] }>('/v1/datasets?limit=1000')).data
    const systems = new Set(entity.externalReferences.map(({ system }) => system))
    const own = datasets.filter((one) => one.recordKinds.includes('material') && systems.has(one.sourceSystem))
    expect(own.map(({ datasetId }) => datasetId)).to.deep.equal(['plm.materials'])
    const [freshness] = (await world.demo.get<{ data: Freshness[] }>('/v1/freshness?datasetId=plm.materials')).data
    const page = await open(entity)
    const link = linkTo(page, 'Freshness', `${freshness?.status}, `)
    await link.waitFor()
    if (freshness?.lagSeconds !== null) expect(await link.innerText()).to.match(/\d+\s(?:d|h|min|s) old$/)
    await link.click()
    await page.waitForURL(/\/freshness\?/)
    expect(new URL(page.url()).searchParams.get('datasetId')).to.equal('plm.materials')
    await page.getByRole('grid', { name: 'Datasets' }).getByText('plm.materials').first().waitFor()
  })

  it('keeps the links if the token may not read what they lead to', async () => {
    const { entity } = await mostUsed('material')
    const page = await open(entity, { scopes: ['graph:read'] })
    await page.locator('.ways a', { hasText: 'Yields' }).waitFor()
    expect(await page.locator('.ways').innerText()).to.not.contain(':')
    expect(await page.getByRole('heading', { name: 'Where used' }).count()).to.equal(0)
  })
})
