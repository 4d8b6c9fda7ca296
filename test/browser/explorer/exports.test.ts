import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Download, Page, Route } from 'playwright-core'
import type { ExportJob } from '../../../schemas/exports/exports.ts'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { urlOf } from '../../support/explorer/url-of.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, sizes } from '../browser.ts'

const BYTE_ORDER_MARK = '\ufeff'

describeWith(['chromium'], 'the page Exports of the Explorer', () => {
  let world: ExplorerWorld
  before(async () => {
    world = await explorerWorld()
  })

  async function open(path: string, options: OpenOptions = {}): Promise<Page> {
    const page = await world.open(path, options)
    await page.getByRole('heading', { name: 'Exports', level: 1 }).waitFor()
    return page
  }
  const create = (page: Page) => page.getByRole('button', { name: 'Create and download' })
  /** A row of the list by its parameters: the clock of this API is fixed, so the order of exports is not known. */
  const row = (page: Page, ...texts: string[]) =>
    texts.reduce((rows, hasText) => rows.filter({ hasText }), page.locator('.export-list .table-body [role=row]'))
  const isSaved = (page: Page) => page.getByText('Checksum verified').waitFor()
  const textOf = async (download: Download) => readFileSync(await download.path(), 'utf8')
  const linesOf = (text: string) => text.trimEnd().split('\r\n').slice(1)
  const made = async (kind: string, parameters: object) =>
    (await world.demo.post<{ data: ExportJob }>('/v1/exports', { kind, parameters })).data
  const answer = (data: unknown) => (route: Route) => route.fulfill({ json: { data, links: { next: null }, meta: {} } })

  it('creates an export, downloads its file, and shows its number of rows and its checksum', async () => {
    const page = await open('/exports')
    await page.getByRole('radio', { name: 'BOM changes' }).check()
    await page.getByLabel('Type of change').selectOption('changed')
    await page.getByLabel('For spreadsheets').check()
    const coming = page.waitForEvent('download')
    await create(page).click()
    const download = await coming
    await isSaved(page)
    expect(download.suggestedFilename()).to.match(/^bom_yield_changes-.+\.csv$/)
    const text = await textOf(download)
    expect(text.startsWith(BYTE_ORDER_MARK)).to.equal(true)
    const all = await world.demo.all('/v1/bom/yield-changes?changeType=changed')
    expect(all.length).to.be.above(0)
    expect(linesOf(text).length).to.equal(all.length)
    const jobs = await world.demo.all<ExportJob>('/v1/exports')
    const job = jobs.find(({ parameters }) => parameters.changeType === 'changed' && parameters.byteOrderMark === true)
    expect(job).to.include({ kind: 'bom_yield_changes', status: 'completed', byteSize: Buffer.byteLength(text) })
    const progress = await page.locator('.export-progress').innerText()
    expect(progress)
      .to.contain(`${all.length} row`)
      .and.to.contain(`${job?.sha256?.slice(0, 12)}…`)
    const listed = await row(page, 'Type of change: Changed', 'For spreadsheets').innerText()
    for (const part of ['BOM changes', 'Completed', `${all.length}`]) expect(listed).to.contain(part)
    expect(urlOf(page)).to.match(/\?kind=bom_yield_changes&changeType=changed&byteOrderMark=true$/)
  })

  it('creates an export in the chosen format, which the URL contains', async () => {
    const page = await open('/exports?kind=dataset_freshness')
    for (const [name, format] of [
      ['JSON Lines', 'jsonl'],
      ['Parquet', 'parquet'],
    ] as const) {
      await page.getByLabel('Format').selectOption({ label: name })
      await page.waitForURL(`**/exports?kind=dataset_freshness&format=${format}&org=*`)
      expect(await page.getByLabel('For spreadsheets').count()).to.equal(0)
      const coming = page.waitForEvent('download')
      await create(page).click()
      const download = await coming
      await isSaved(page)
      expect(download.suggestedFilename()).to.match(new RegExp(`^dataset_freshness-.+\\.${format}$`))
      const bytes = readFileSync(await download.path())
      const rows = await world.demo.all<{ datasetId: string }>('/v1/freshness')
      if (format === 'parquet') expect(bytes.subarray(0, 4).toString()).to.equal('PAR1')
      else expect(JSON.parse(bytes.toString().split('\n')[0] ?? '')).to.include({ dataset_id: rows[0]?.datasetId })
      await row(page, `Freshness, ${name}`).first().waitFor()
    }
    await row(page, 'Freshness, JSON Lines').first().getByRole('button', { name: 'Again' }).click()
    await page.waitForURL('**/exports?kind=dataset_freshness&format=jsonl&org=*')
  })

  it('creates an export by keyboard on a phone', async () => {
    const page = await open('/exports', { viewport: sizes.phone })
    const [first] = await world.demo.all<{ style: string }>('/v1/bom/yields')
    await page.getByRole('radio', { name: 'BOM yields' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    expect(await page.getByRole('radio', { name: 'BOM yields' }).isChecked()).to.equal(true)
    const focusedStyle = page.getByLabel('Style', { exact: true }).and(page.locator(':focus'))
    await until('the field is focused', async () => {
      await page.keyboard.press('Tab')
      return (await focusedStyle.count()) === 1
    })
    await page.keyboard.type(` ${first?.style} `)
    const coming = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const lines = linesOf(await textOf(await coming))
    const all = await world.demo.all(`/v1/bom/yields?style=${first?.style}`)
    expect(lines.length).to.equal(all.length)
    await isSaved(page)
    await row(page, `Style: ${first?.style}`).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const jobs = await world.demo.all<ExportJob>('/v1/exports')
    const job = jobs.find(({ kind, parameters }) => kind === 'bom_yields' && parameters.style === first?.style)
    expect(await dialog.innerText()).to.contain(job?.sha256)
    expect(page.url()).to.contain(`exportId=${job?.exportId}`)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('shows the error of the API at its field, and creates the export once it is fixed', async () => {
    const page = await open('/exports?kind=relationships&direction=incoming')
    await create(page).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    const field = page.getByLabel('Direction')
    expect(await field.getAttribute('aria-invalid')).to.equal('true')
    expect(await field.and(page.locator(':focus')).count()).to.equal(1)
    expect(await page.locator('.fault').allInnerTexts()).to.deep.equal(['✕ requires entityId'])
    expect(await alert.innerText()).to.match(/Request\s+\S{8}/)
    expect(await accessibilityFaults(page)).to.deep.equal([])
    await field.selectOption('')
    const coming = page.waitForEvent('download')
    await create(page).click()
    await coming
    await isSaved(page)
    expect(await page.locator('.fault, [role=alert]').count()).to.equal(0)
  })

  it('fills the form with the parameters of an earlier export, also from the URL', async () => {
    const [material] = await world.demo.all<{ id: string }>('/v1/entities?type=material')
    const parameters = { entityId: material?.id, relationshipType: ['MADE_FROM'] }
    await made('relationships', parameters)
    const page = await open('/exports')
    await row(page, `Entity: ${material?.id}`).getByRole('button', { name: 'Again' }).click()
    await page.getByRole('radio', { name: 'Relationships', checked: true }).waitFor()
    await create(page).and(page.locator(':focus')).waitFor()
    const filled = async (one: Page) => ({
      entityId: await one.getByLabel('Entity', { exact: true }).inputValue(),
      relationshipType: (await one.getByLabel('Made from').isChecked()) ? ['MADE_FROM'] : [],
    })
    expect(await filled(page)).to.deep.equal(parameters)
    const { pathname, search } = new URL(page.url())
    expect(await filled(await open(pathname.replace('/explorer', '') + search))).to.deep.equal(parameters)
    await page.getByText('Show as curl and TypeScript').click()
    expect(await page.locator('.as-code').innerText()).to.contain(
      `client.createExport({ kind: 'relationships', parameters: { entityId: '${material?.id}'`,
    )
  })

  it('downloads an export of the list, but rejects a file whose checksum differs', async () => {
    const [dataset] = await world.demo.all<{ datasetId: string }>('/v1/freshness')
    await made('dataset_freshness', { datasetId: dataset?.datasetId })
    const page = await open('/exports')
    const own = row(page, `Dataset: ${dataset?.datasetId}`)
    await own.getByText('Completed').waitFor()
    const download = own.getByRole('button', { name: 'Download' })
    await page.route('**/download', (route) => route.fulfill({ body: 'dataset_id\r\n', contentType: 'text/csv' }))
    await download.click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).to.contain('download it again')
    await page.unroute('**/download')
    const coming = page.waitForEvent('download')
    await alert.getByRole('button', { name: 'Try again' }).click()
    expect(linesOf(await textOf(await coming)).map((line) => line.split(',')[0])).to.deep.equal([dataset?.datasetId])
  })

  it('shows the progress of an export and why it failed, and stops polling once the page is left', async () => {
    const job = await made('entities', { type: 'supplier' })
    const running = { ...job, status: 'running', progress: { rows: 1234 }, pollAfterSeconds: 1 } as ExportJob
    const page = await world.open('', { token: world.token })
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await page.route('**/v1/exports?*', answer([{ ...running, progress: { rows: 0 } }]))
    await page.route(`**/v1/exports/${job.exportId}`, answer(running))
    await page.getByRole('link', { name: 'Exports', exact: true }).click()
    await row(page, 'Type: Supplier').getByText('1\u202f234 rows so far').waitFor()
    const ended = { ...running, status: 'failed', errorCode: 'snapshot_retired', pollAfterSeconds: null }
    await page.route(`**/v1/exports/${job.exportId}`, answer(ended))
    await row(page, 'Type: Supplier').getByText('Snapshot retired').waitFor()
    await row(page, 'Type: Supplier').click()
    const alert = page.getByRole('dialog').getByRole('alert')
    expect(await alert.innerText()).to.contain('The export failed: Snapshot retired')
    expect(await alert.getByRole('link').getAttribute('href')).to.equal('/docs/problems/snapshot_retired')
    expect(await row(page, 'Type: Supplier').getByRole('button', { name: 'Download' }).count()).to.equal(0)
    await page.keyboard.press('Escape')
    // This request stays open until the page is left, which aborts it.
    await page.route(`**/v1/exports/${job.exportId}`, () => undefined)
    const asked = page.waitForRequest(`**/v1/exports/${job.exportId}`)
    await page.getByRole('link', { name: 'Ingest' }).click()
    await page.getByRole('link', { name: 'Exports', exact: true }).click()
    await asked
    const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith(job.exportId))
    await page.getByRole('link', { name: 'Freshness' }).click()
    expect((await stopped).failure()?.errorText).to.contain('ABORTED')
  })

  it('explains what to do when there are no exports, and when an export is not found', async () => {
    const page = await open('/exports?exportId=00000000-0000-4000-8000-000000000000')
    const alert = page.getByRole('dialog').getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).to.contain('export_not_found')
    await page.keyboard.press('Escape')
    await page.route('**/v1/exports?*', answer([]))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('No exports yet.').waitFor()
  })

  it('warns that an export might have been created although the request failed', async () => {
    const page = await open('/exports')
    await page.route('**/v1/exports', (route) => route.abort())
    await create(page).click()
    await page.getByText('might have been created anyway').waitFor()
    expect(await page.getByRole('alert').innerText()).to.contain('The API is not reachable')
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation that axe finds, on a phone and a desktop: ${colorScheme}`, async () => {
      await made('entities', { type: 'style' })
      for (const viewport of Object.values(sizes)) {
        const page = await open('/exports?kind=relationships', { colorScheme, viewport })
        await row(page, 'Type: Style').first().getByText('Completed').waitFor()
        expect(await accessibilityFaults(page)).to.deep.equal([])
        await row(page, 'Type: Style').first().click()
        await page.getByRole('dialog').waitFor()
        expect(await accessibilityFaults(page)).to.deep.equal([])
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
      }
    })
  }

  it('violates no content security policy, and throws no error', () => {
    expect(world.browser.errors).to.deep.equal([])
    expect(world.browser.violations).to.deep.equal([])
  })
})
