import type { Change } from '@tenant-data/client'
import { expect } from 'chai'
import type { Page, Route } from 'playwright-core'
import { canonicalId } from '../../../domain/identity/identity.ts'
import { applyLog } from '../../support/events/apply-log.ts'
import { INSTANCE, supplierOf } from '../../support/events/source-event.ts'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { connectTestGraph } from '../../support/graph/graph.ts'
import { type MintedOrganization, mintOrganization } from '../../support/organization.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, sizes } from '../browser.ts'

const CHANGES = '**/v1/changes?**'

describeWith(['chromium'], 'the history of an entity in the Explorer', () => {
  const graph = connectTestGraph()
  let world: ExplorerWorld
  let organization: MintedOrganization
  let token: string
  /** Oldest first, as the API returns them. */
  let changes: Change[]

  before(async () => {
    world = await explorerWorld()
    organization = await mintOrganization(graph)
    token = (await organization.issue()).text
    const renamed = supplierOf('1', 2, 'Another name')
    const log = [
      supplierOf('1', 1),
      { ...renamed, data: { ...renamed.data, lifecycleState: 'suspended' } },
      supplierOf('2', 1),
      { ...supplierOf('2', 2), data: null },
    ]
    await applyLog(graph, organization.key, log, [0, 1, 2, 3, 4])
    const headers = { Authorization: `Bearer ${token}` }
    const response = await fetch(`${world.demo.api.url}/v1/changes?entityId=${idOf('1')}`, { headers })
    changes = ((await response.json()) as { data: Change[] }).data
  })
  after(() => graph.close())

  const idOf = (recordId: string) =>
    canonicalId(organization.key, 'supplier', { system: 'plm', instance: INSTANCE, recordId })
  const history = (page: Page) => page.getByRole('region', { name: 'History' })
  const items = (page: Page) => history(page).getByRole('listitem')

  async function open(recordId = '1', options: OpenOptions = {}): Promise<Page> {
    const page = await world.open(`/graph?entity=${idOf(recordId)}`, { token, ...options })
    await history(page).locator('li, .empty, p.quiet').first().waitFor()
    return page
  }

  /** Opens the entity with other responses in place of the changes of the API. */
  async function openWith(respond: (route: Route) => Promise<void>): Promise<Page> {
    const page = await world.open('', { token: null })
    await page.route(CHANGES, respond)
    await page.goto(`${world.demo.api.url}/explorer/graph?entity=${idOf('1')}#token=${token}`)
    await history(page).locator('li, .empty, p.quiet').first().waitFor()
    return page
  }
  const pageOf = (data: readonly Change[], next: string | null = null) => ({
    json: { data, links: { next }, meta: { resume: 'end' } },
  })

  it('shows the newest change first, with its fields, times, record, and revision', async () => {
    const page = await open()
    const [newest, oldest, ...more] = await items(page).allInnerTexts()
    expect(more).to.deep.equal([])
    expect(newest).to.match(/^Updated: label, lifecycle state, name\n/)
    expect(oldest).to.match(/^Created\n/)
    const facts = (text: string | undefined) => text?.replaceAll(/\s+/g, ' ')
    expect(facts(newest)).to.match(/Source plm main Record 1 Revision 2$/)
    expect(facts(oldest)).to.match(/Source plm main Record 1 Revision 1$/)
    const times = await page.evaluate('[...document.querySelectorAll(".history time")].map(({ dateTime }) => dateTime)')
    expect(times).to.deep.equal(changes.toReversed().flatMap(({ appliedAt, changedAt }) => [appliedAt, changedAt]))
    expect(await history(page).getByText('Earlier changes').count()).to.equal(0)
  })

  it('shows when an entity was deleted that no longer exists', async () => {
    const page = await open('2')
    await page.getByText('Entity not found.').waitFor()
    const texts = await items(page).locator('b').allInnerTexts()
    expect(texts).to.deep.equal(['Deleted', 'Created'])
  })

  it('explains why a history is empty, or begins with an update', async () => {
    const empty = await openWith((route) => route.fulfill(pageOf([])))
    expect(await history(empty).innerText()).to.contain('No changes of this entity are recorded.')
    const cut = await openWith((route) => route.fulfill(pageOf(changes.slice(1))))
    expect(await items(cut).count()).to.equal(1)
    expect(await history(cut).innerText()).to.contain('Earlier changes are not available.')
  })

  it('shows the newest 200 changes, and loads later ones on request', async () => {
    const [, change] = changes
    if (!change) throw new Error('There is no change')
    const many = Array.from({ length: 250 }, (_, at) => ({ ...change, changeId: String(at), revision: at + 1 }))
    const page = await openWith((route) => {
      const isFirst = !new URL(route.request().url()).searchParams.has('cursor')
      return route.fulfill(isFirst ? pageOf(many.slice(0, 150), 'more') : pageOf(many.slice(150)))
    })
    expect(await items(page).first().innerText()).to.contain('150')
    expect(await history(page).innerText()).to.contain('The 150 oldest changes are loaded, and later ones exist.')
    await history(page).getByRole('button', { name: 'Load later changes' }).press('Enter')
    await history(page).getByText('Shows the newest 200 of 250 loaded changes.').waitFor()
    expect(await items(page).count()).to.equal(200)
    expect(await items(page).first().innerText()).to.contain('250')
    expect(await history(page).getByRole('button').count()).to.equal(0)
  })

  it('reports an error, and loads again', async () => {
    const page = await openWith((route) => route.abort())
    const problem = page.locator('.failure')
    await problem.waitFor()
    await history(page).getByText('could not be loaded for now').waitFor()
    await page.unroute(CHANGES)
    await problem.getByRole('button', { name: 'Try again now' }).click()
    await items(page).first().waitFor()
    expect(await items(page).count()).to.equal(2)
  })

  it('is not shown for a BOM publication', async () => {
    const { data } = await world.demo.get<{ data: { id: string }[] }>('/v1/entities?type=bom_publication&limit=1')
    const page = await world.open(`/graph?entity=${data[0]?.id}`)
    await page.getByRole('heading', { name: 'Attributes' }).waitFor()
    expect(await history(page).count()).to.equal(0)
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation that axe finds, on a phone and a desktop: ${colorScheme}`, async () => {
      for (const viewport of Object.values(sizes)) {
        const page = await open('1', { colorScheme, viewport })
        await page.locator('.skeleton').first().waitFor({ state: 'detached' })
        expect(await accessibilityFaults(page)).to.deep.equal([])
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
      }
    })
  }
})
