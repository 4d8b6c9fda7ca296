import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { IngestConflict } from '../../../schemas/ingest/conflicts.ts'
import type { IngestPublication } from '../../../schemas/ingest/publications.ts'
import type { IngestRejection } from '../../../schemas/ingest/rejections.ts'
import type { IngestSource } from '../../../schemas/ingest/sources.ts'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { grouped } from '../../support/explorer/grouped.ts'
import { urlOf } from '../../support/explorer/url-of.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, sizes } from '../browser.ts'

describeWith(['chromium'], 'the page Ingest of the Explorer', () => {
  let world: ExplorerWorld
  let publications: IngestPublication[]
  let rejections: IngestRejection[]
  before(async () => {
    world = await explorerWorld()
    publications = await world.demo.all('/v1/ingest/publications')
    rejections = await world.demo.all('/v1/ingest/rejections')
  })

  async function open(path: string, options: OpenOptions = {}): Promise<Page> {
    const page = await world.open(path, options)
    await page.getByRole('heading', { name: 'Ingest', level: 1 }).waitFor()
    return page
  }
  const table = (page: Page, name: string) => page.getByRole('grid', { name, exact: true })
  /** The texts of a table's rows, once it has `count` rows. */
  async function rowsOf(page: Page, name: string, count: number): Promise<string[]> {
    await page.locator('.table-foot', { hasText: count === 1 ? /^1 row$/ : new RegExp(`^${count} rows$`) }).waitFor()
    return table(page, name).locator('.table-body [role=row]').allInnerTexts()
  }
  const rowOf = (page: Page, name: string, text: string) =>
    table(page, name).locator('.table-body [role=row]', { hasText: text }).first()
  const withoutScroll = async (page: Page) =>
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)

  it('lists every publication with its state, and why one failed', async () => {
    const failed = publications.filter(({ state }) => state === 'failed')
    expect(failed.length).to.be.above(0).and.below(publications.length)
    const page = await open('/ingest')
    const rows = await rowsOf(page, 'Publications', publications.length)
    for (const [place, { snapshotId, source }] of publications.entries()) {
      expect(rows[place]).to.contain(snapshotId).and.to.contain(source)
    }
    await page.getByLabel('State').selectOption('failed')
    await rowsOf(page, 'Publications', failed.length)
    expect(urlOf(page)).to.match(/\?state=failed$/)
    const [one] = failed
    await rowOf(page, 'Publications', one?.snapshotId ?? '').click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const text = await dialog.innerText()
    expect(text).to.contain(one?.detail).and.to.contain('Next step')
    expect(await dialog.locator('.counts .differs').count()).to.equal(
      Object.entries(one?.expected ?? {}).filter(
        ([name, count]) => count !== new Map(Object.entries(one?.seen ?? {})).get(name),
      ).length,
    )
    const faults = await dialog.locator('.faults tbody tr').allInnerTexts()
    expect(one?.faults.length).to.be.above(0)
    for (const [place, { detail }] of (one?.faults ?? []).entries()) expect(faults[place]).to.contain(detail)
    await dialog.getByRole('link', { name: /Rejected events/ }).click()
    const same = rejections.filter(({ subject }) => subject === one?.snapshotId)
    expect(same.length).to.be.above(0)
    await rowsOf(page, 'Rejected events', same.length)
  })

  it('links from the overview to the rejected events, grouped by reason with a fix for each', async () => {
    const page = await world.open('')
    await page.getByRole('link', { name: 'Rejected events' }).click()
    await rowsOf(page, 'Rejected events', rejections.length)
    expect(urlOf(page)).to.match(/\/ingest\?list=rejections$/)
    const causes = page.locator('.cause')
    const reasons = [...Map.groupBy(rejections, ({ reason }) => reason)]
    await causes.first().waitFor()
    expect(await causes.count()).to.equal(reasons.length)
    for (const [reason, all] of reasons) {
      const name = reason.replaceAll('_', ' ')
      const cause = await causes
        .filter({ hasText: new RegExp(name, 'i') })
        .first()
        .innerText()
      expect(cause).to.contain(`${all.length} event`).and.to.contain('Next step')
      for (const { source } of all) expect(cause).to.contain(source)
    }
    await page.getByRole('link', { name: /Unknown type/ }).click()
    const unknown = rejections.filter(({ reason }) => reason === 'unknown_type')
    const rows = await rowsOf(page, 'Rejected events', unknown.length)
    expect(rows[0]).to.contain(unknown[0]?.type).and.to.contain(unknown[0]?.detail)
    expect(await causes.count()).to.equal(reasons.length)
  })

  it('opens a rejected event with its errors, partition, and offset, also from the URL', async () => {
    const [most] = rejections.toSorted((a, b) => b.faults.length - a.faults.length)
    expect(most?.faults.length).to.be.above(1)
    const page = await open('/ingest?list=rejections')
    await rowOf(page, 'Rejected events', most?.subject ?? '').click()
    const check = async (one: Page) => {
      const dialog = one.getByRole('dialog')
      await dialog.waitFor()
      const faults = await dialog.locator('.faults tbody tr').allInnerTexts()
      expect(faults.map((fault) => fault.split('\t'))).to.deep.equal(
        most?.faults.map(({ path, detail }) => [path, detail]),
      )
      const text = await dialog.innerText()
      for (const value of [most?.key, most?.type, `${most?.topic}/${most?.partition}:${most?.offset}`]) {
        expect(text).to.contain(value)
      }
    }
    await check(page)
    const { pathname, search } = new URL(page.url())
    await check(await open(pathname.replace('/explorer', '') + search))
  })

  it('filters rejected events by every filter of the API, and reports when none match', async () => {
    const page = await open('/ingest?list=rejections')
    const { source, type, subject, eventId } = rejections.find(({ reason }) => reason === 'key_mismatch') ?? {}
    const ofSubject = rejections.filter((one) => one.subject === subject)
    await page.getByLabel('Subject').fill(subject ?? '')
    await page.keyboard.press('Enter')
    await rowsOf(page, 'Rejected events', ofSubject.length)
    await page.getByLabel('Event ID').fill(eventId ?? '')
    await page.keyboard.press('Enter')
    await rowsOf(page, 'Rejected events', ofSubject.filter((one) => one.eventId === eventId).length)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByLabel('Type').fill(type ?? '')
    await page.getByLabel('Source').fill(source ?? '')
    await page.keyboard.press('Enter')
    await rowsOf(page, 'Rejected events', rejections.filter((one) => one.source === source && one.type === type).length)
    await page.getByLabel('Since').fill('2100-01-01T00:00')
    await page.keyboard.press('Enter')
    await page.getByText('No rejected events match these filters.').waitFor()
    expect(new URL(page.url()).searchParams.get('since')).to.match(/^(2100-01-01|2099-12-31)T\d\d:\d\d:00\.000Z$/)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await rowsOf(page, 'Rejected events', rejections.length)
    expect(new URL(urlOf(page)).search).to.equal('?list=rejections')
    await page.getByLabel('Source').fill('plm')
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText())
      .to.contain('source')
      .and.to.match(/Request\s+\S{8}/)
  })

  it('shows duplicate codes, and links to the entities that have them', async () => {
    const conflicts = await world.demo.all<IngestConflict>('/v1/ingest/conflicts')
    expect(conflicts.length).to.be.above(0)
    const page = await open('/ingest?list=conflicts')
    const rows = await rowsOf(page, 'Conflicts', conflicts.length)
    for (const [place, { value, entities }] of conflicts.entries()) {
      expect(rows[place]).to.contain(value)
      for (const { label } of entities) expect(rows[place]).to.contain(label)
    }
    const [{ kind, system, entities }] = conflicts as [IngestConflict]
    await page.getByLabel('System', { exact: true }).fill('none_of_these')
    await page.keyboard.press('Enter')
    await page.getByText('No duplicate codes match these filters.').waitFor()
    await page.getByLabel('System', { exact: true }).fill(system)
    await page.getByLabel('Kind of code', { exact: true }).fill(kind)
    await page.keyboard.press('Enter')
    await rowsOf(page, 'Conflicts', conflicts.filter((one) => one.kind === kind && one.system === system).length)
    await rowOf(page, 'Conflicts', kind).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: entities[0]?.label ?? '' })
      .click()
    await page.getByRole('heading', { name: 'Graph', level: 1 }).waitFor()
    expect(page.url()).to.contain(`entity=${entities[0]?.id}`)
  })

  it('counts the events of each source by status', async () => {
    const sources = await world.demo.all<IngestSource>('/v1/ingest/sources')
    const page = await open('/ingest?list=sources')
    const rows = await rowsOf(page, 'Sources', sources.length)
    for (const [place, one] of sources.entries()) {
      const cells = (rows[place] ?? '').split('\n').map((cell) => cell.trim())
      const counts = [one.applied, one.stale, one.rejected].map(grouped)
      expect(cells.filter((cell) => cell !== '').slice(-3), one.source).to.deep.equal(counts)
      expect(rows[place]).to.contain(one.source)
    }
    expect(await page.locator('.service-lag').innerText()).to.match(/^The service is .+ behind/)
    const [bad] = sources.filter(({ rejected }) => rejected > 0)
    await rowOf(page, 'Sources', bad?.source ?? '')
      .locator('a[href*="list=rejections"]')
      .click()
    await rowsOf(page, 'Rejected events', rejections.filter(({ source }) => source === bad?.source).length)
    expect(page.url()).to.match(/\?list=rejections&source=/)
  })

  it('can be used by keyboard on a phone', async () => {
    const page = await open('/ingest', { viewport: sizes.phone })
    await rowsOf(page, 'Publications', publications.length)
    await page.getByRole('link', { name: 'Publications' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await rowsOf(page, 'Rejected events', rejections.length)
    await withoutScroll(page)
    await table(page, 'Rejected events').locator('[role=row][aria-rowindex="2"]').focus()
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate('document.activeElement.ariaRowIndex')).to.equal('3')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await dialog.innerText()).to.contain(rejections[1]?.topic)
    await withoutScroll(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.ariaRowIndex')).to.equal('3')
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation that axe finds, on a phone and a desktop: ${colorScheme}`, async () => {
      const names = {
        publications: 'Publications',
        rejections: 'Rejected events',
        conflicts: 'Conflicts',
        sources: 'Sources',
      }
      for (const viewport of Object.values(sizes)) {
        const page = await open('/ingest', { colorScheme, viewport })
        for (const [list, name] of Object.entries(names)) {
          await page.locator(`.tabs a[href*="list=${list}"]`).click()
          await table(page, name).waitFor()
          expect(await accessibilityFaults(page), list).to.deep.equal([])
          await withoutScroll(page)
        }
        await page.goBack()
        await table(page, 'Conflicts').locator('[role=row][aria-rowindex="2"]').click()
        await page.getByRole('dialog').waitFor()
        expect(await accessibilityFaults(page)).to.deep.equal([])
      }
    })
  }

  it('violates no content security policy, and throws no error', () => {
    expect(world.browser.errors).to.deep.equal([])
    expect(world.browser.violations).to.deep.equal([])
  })
})
