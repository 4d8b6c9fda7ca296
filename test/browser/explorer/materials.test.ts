import { readFileSync } from 'node:fs'
import type { ExplainedException } from '@tenant-data/client'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { toLocalInput } from '../../../explorer/src/format/times.ts'
import type { Dataset } from '../../../schemas/materials/datasets.ts'
import type {
  ServedPositionException as PositionException,
  PositionExceptionSummary,
} from '../../../schemas/materials/exceptions.ts'
import {
  type MaterialFactoryPosition,
  measures,
  type PositionComparison,
} from '../../../schemas/materials/positions.ts'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { plainText } from '../../support/explorer/plain-text.ts'
import { urlOf } from '../../support/explorer/url-of.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, holdAnswers, sizes } from '../browser.ts'

/** The operations whose records a page of the Explorer shows. */
const shownOperations = [
  ...['getMaterialFactoryPosition', 'getServiceDataFreshness', 'getEntity'],
  ...['listEntityRelationships', 'listBomYields'],
]

const longestWord = (text: string) => (text.match(/\p{L}+/gu) ?? [text]).reduce((a, b) => (b.length > a.length ? b : a))

describeWith(['chromium'], 'the page Materials of the Explorer', () => {
  let world: ExplorerWorld
  /** An exception about quantities that differ between two systems. */
  let exception: PositionException
  /** The positions of each system for the material and factory of that exception. */
  let positions: MaterialFactoryPosition[]
  let codes: { material: string; factory: string }

  before(async () => {
    world = await explorerWorld()
    const all = await world.demo.all<PositionException>('/v1/material-position-exceptions?code=QUANTITY_MISMATCH')
    const [found] = all.filter(({ material, factory }) => material !== null && factory !== null)
    if (!found?.material || !found.factory) throw new Error('The demo has no mismatch of quantities')
    exception = found
    codes = { material: found.material.code, factory: found.factory.code }
    positions = await world.demo.all(`/v1/material-factory-position?${new URLSearchParams(codes)}`)
  })

  async function open(search: Record<string, string> | URLSearchParams = {}, options: OpenOptions = {}): Promise<Page> {
    const query = new URLSearchParams(search)
    const page = await world.open(`/materials${query.size === 0 ? '' : `?${query}`}`, options)
    await page.getByRole('heading', { name: 'Materials', level: 1 }).waitFor()
    await isWhole(page)
    return page
  }
  const isWhole = (page: Page) =>
    until('everything is there', async () => (await page.locator('.skeleton').count()) === 0)
  const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true })
  const countIn = async (page: Page, name: string) => Number(await grid(page, name).getAttribute('aria-rowcount')) - 1
  const searchOf = (page: Page) => Object.fromEntries(new URL(urlOf(page)).searchParams)
  const cell = (page: Page, row: number, column: number) => page.locator(`[data-cell="${row} ${column}"]`)
  const ordered = () => positions.toSorted((a, b) => (a.system + a.instance < b.system + b.instance ? -1 : 1))

  it('shows the counts of exceptions of the API, and filters the table by a click on a count', async () => {
    const page = await open()
    const { data } = await world.demo.get<{ data: PositionExceptionSummary }>(
      '/v1/material-position-exceptions/summary',
    )
    expect(await countIn(page, 'Exceptions')).to.equal(data.counts.exceptions)
    for (const [severity, count] of Object.entries(data.counts.severity)) {
      await page.getByRole('button', { name: `${count} ${severity}` }).waitFor()
    }
    for (const [name, count] of Object.entries(data.counts.system)) {
      await page
        .getByRole('region', { name: 'System' })
        .getByRole('button', { name: `${name} ${count}` })
        .waitFor()
    }
    const quantity = page.getByRole('region', { name: 'Code' }).getByRole('button', { name: /^Quantity mismatch/ })
    await quantity.click()
    const { QUANTITY_MISMATCH: count } = data.counts.code
    await until('the table is filtered', async () => (await countIn(page, 'Exceptions')) === count)
    expect(searchOf(page)).to.deep.equal({ code: 'QUANTITY_MISMATCH' })
    expect(await quantity.getAttribute('aria-pressed')).to.equal('true')
    await quantity.click()
    await until('all are back', async () => (await countIn(page, 'Exceptions')) === data.counts.exceptions)
    expect(searchOf(page)).to.deep.equal({})
  })

  it('filters exceptions by severity, code, material, factory, and system', async () => {
    const search = { status: 'open', severity: exception.severity, code: exception.code, ...codes }
    const page = await open(search)
    const listed = await world.demo.all(`/v1/material-position-exceptions?${new URLSearchParams(search)}`)
    expect(await countIn(page, 'Exceptions')).to.equal(listed.length)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await isWhole(page)
    const all = await world.demo.all<PositionException>('/v1/material-position-exceptions')
    const countOf = (system: string) => all.filter(({ systems }) => systems.includes(system)).length
    expect(countOf('wms')).to.be.within(1, all.length - 1)
    const system = page.getByRole('region', { name: 'System' })
    await system.getByRole('button', { name: /^wms/ }).click()
    await until('the table is filtered', async () => (await countIn(page, 'Exceptions')) === countOf('wms'))
    expect(await page.locator('.table-foot').innerText()).to.contain(`${countOf('wms')} rows`)
    await system.getByRole('button', { name: `erp ${countOf('erp')}` }).waitFor()
    await page.getByRole('combobox', { name: 'System' }).selectOption('erp')
    await until('the other system', async () => (await countIn(page, 'Exceptions')) === countOf('erp'))
    expect(searchOf(page)).to.deep.equal({ system: 'erp' })
  })

  it('filters exceptions by supplier, steward, and time, and clears the filters', async () => {
    const page = await open()
    const all = await world.demo.all<PositionException>('/v1/material-position-exceptions')
    const datasets = await world.demo.all<Dataset>('/v1/datasets')
    const { supplier, steward } = exception
    if (supplier === null || steward === null) throw new Error('The exception has no supplier or no steward')
    const ofSteward = datasets.filter((one) => one.steward === steward).map(({ datasetId }) => datasetId)
    const middle = all.map(({ firstSeenAt }) => firstSeenAt).sort()[Math.floor(all.length / 2)] ?? ''
    const since = `${middle.slice(0, 16)}:00.000Z`
    const filters: [string, string, string, (one: PositionException) => boolean][] = [
      ['Supplier', supplier.code, supplier.code, (one) => one.supplier?.code === supplier.code],
      ['Steward', steward, steward, ({ datasetIds }) => datasetIds.some((id) => ofSteward.includes(id))],
      ['Since', toLocalInput(since), since, ({ firstSeenAt }) => firstSeenAt >= since],
    ]
    for (const [label, typed, sent, isKept] of filters) {
      const kept = all.filter(isKept)
      expect(kept.length, label).to.be.within(1, all.length - 1)
      await page.getByLabel(label, { exact: true }).fill(typed)
      await page.keyboard.press('Enter')
      await until(`filtered by ${label}`, async () => (await countIn(page, 'Exceptions')) === kept.length)
      expect(searchOf(page)).to.deep.equal({ [label.toLowerCase()]: sent })
      const again = await open(searchOf(page))
      expect(await countIn(again, 'Exceptions'), label).to.equal(kept.length)
      expect(await again.getByLabel(label, { exact: true }).inputValue()).to.equal(typed)
      await page.getByRole('button', { name: 'Clear all' }).click()
      await until('all are back', async () => (await countIn(page, 'Exceptions')) === all.length)
    }
  })

  it('suggests a similar steward for an unknown one', async () => {
    const wrong = exception.steward?.slice(0, -1) ?? ''
    const page = await open({ steward: wrong })
    const { meta } = await world.demo.get<{ meta: { notices?: { detail: string }[] } }>(
      `/v1/material-position-exceptions?${new URLSearchParams({ steward: wrong })}`,
    )
    const [notice] = meta.notices ?? []
    await page.getByText(notice?.detail ?? 'a notice').waitFor()
    await page.getByRole('button', { name: exception.steward ?? '', exact: true }).click()
    await until('the steward', async () => (await countIn(page, 'Exceptions')) > 0)
    expect(searchOf(page)).to.deep.equal({ steward: exception.steward })
  })

  it('shows supplier and steward in rows and in the panel, with links to their exceptions', async () => {
    const page = await open({ code: exception.code, ...codes })
    const { supplier, steward } = exception
    const row = await page.locator('[role=row][aria-rowindex="2"]').innerText()
    expect(row).to.contain(supplier?.code).and.to.contain(steward)
    await page.locator('[role=row][aria-rowindex="2"]').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: supplier?.label ?? '' }).waitFor()
    expect(plainText(await dialog.innerText())).to.contain(`Steward ${steward}`)
    const ofSteward = await dialog.getByRole('link', { name: 'All exceptions of the steward' }).getAttribute('href')
    expect(new URLSearchParams(ofSteward?.split('?')[1]).get('steward')).to.equal(steward)
    await dialog.getByRole('link', { name: 'All exceptions of the supplier' }).click()
    await until('those of the supplier', () => searchOf(page).supplier === supplier?.code)
    expect(searchOf(page)).to.deep.equal({ status: 'open', supplier: supplier?.code })
  })

  it('opens an exception by keyboard, with expected and observed values, cause, and action', async () => {
    const page = await open({ code: exception.code, ...codes })
    await page.locator('[role=row][aria-rowindex="2"]').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Explanation' }).waitFor()
    const text = plainText(await dialog.innerText())
    const { expected, observed, delta, uom, recommendedAction, inputs } = exception
    expect(text).to.contain(recommendedAction)
    const { data: explained } = await world.demo.get<{ data: ExplainedException }>(
      `/v1/material-position-exceptions/${exception.exceptionId}`,
    )
    const bySystem = (value: string | null) => {
      const own = explained.explanation.filter((step) => step.value === value).flatMap((step) => step.inputs)
      return `by ${[...new Set(own.map(({ system }) => system))].join()}`
    }
    expect(exception.systems.length).to.be.above(1)
    expect(text).to.contain(`Expected ${bySystem(expected)} ${expected} ${uom}`)
    expect(text).to.contain(`Observed ${bySystem(observed)} ${observed} ${uom}`)
    expect(text).to.contain(`${observed} ${uom} Difference ${delta?.startsWith('-') ? '' : '+'}${delta} ${uom}`)
    expect(inputs.length).to.be.above(0)
    for (const { recordId } of inputs) expect(text).to.contain(recordId)
    expect(await accessibilityFaults(page)).to.deep.equal([])
    expect(searchOf(page)).to.have.property('exception', exception.exceptionId)
    const again = await open(searchOf(page))
    await again.getByRole('heading', { name: 'Explanation' }).waitFor()
    expect(plainText(await again.getByRole('dialog').innerText())).to.equal(text)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.ariaRowIndex')).to.equal('2')
    expect(searchOf(page)).to.not.have.property('exception')
  })

  it('explains an exception in steps, with links to the records that a page shows', async () => {
    const codesOfKinds = ['QUANTITY_MISMATCH', 'STALE_SOURCE', 'MPN_MISMATCH', 'STATUS_CONFLICT']
    const all = await world.demo.all<PositionException>('/v1/material-position-exceptions')
    const seen = new Set<string>()
    for (const { exceptionId } of codesOfKinds.flatMap((code) => all.find((one) => one.code === code) ?? [])) {
      const { data } = await world.demo.get<{ data: ExplainedException }>(
        `/v1/material-position-exceptions/${exceptionId}`,
      )
      const page = await open({ exception: exceptionId })
      const steps = page.getByRole('dialog').locator('.steps > li')
      await steps.first().waitFor()
      expect(await steps.count()).to.equal(data.explanation.length)
      for (const [place, { label, value, uom, inputs }] of data.explanation.entries()) {
        const step = steps.nth(place)
        const text = plainText(await step.innerText())
        expect(text).to.contain(plainText(label))
        if (uom !== null) expect(text).to.contain(`${value} ${uom}`)
        expect(await step.locator('.step-inputs > li').count()).to.equal(inputs.length)
        for (const { recordId } of inputs) expect(text).to.contain(recordId)
        const shown = inputs
          .flatMap(({ readBy }) => readBy?.operation ?? [])
          .filter((id) => shownOperations.includes(id))
        expect(await step.getByRole('link').count(), label).to.equal(shown.length)
        for (const operation of shown) seen.add(operation)
      }
      expect(await accessibilityFaults(page)).to.deep.equal([])
    }
    expect([...seen]).to.include.members(['getMaterialFactoryPosition', 'getServiceDataFreshness'])
  })

  it('links a value of an explanation to its position', async () => {
    const { data } = await world.demo.get<{ data: ExplainedException }>(
      `/v1/material-position-exceptions/${exception.exceptionId}`,
    )
    const [input] = data.explanation.flatMap(({ inputs }) => inputs)
    const page = await open({ exception: exception.exceptionId })
    await page.getByRole('dialog').locator('.step-inputs').getByRole('link').first().click()
    const dialog = page.getByRole('dialog', { name: `On hand of ${input?.system}` })
    await dialog.waitFor()
    const text = plainText(await dialog.innerText())
    expect(text).to.contain(`${input?.value} ${input?.uom}`).and.to.contain(input?.recordId)
  })

  it('shows an exception without its explanation until it is loaded, and if loading fails', async () => {
    const page = await open({ code: exception.code, ...codes })
    const isOfOne = ({ pathname }: URL) => pathname.endsWith(exception.exceptionId)
    const { asked, answer } = await holdAnswers(page, isOfOne, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => isOfOne(new URL(request.url())))
    await page.locator('[role=row][aria-rowindex="2"]').click()
    await asked
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const before = await dialog.innerText()
    expect(before).to.contain(exception.recommendedAction).and.to.contain('Input records')
    answer()
    await failed
    expect(await dialog.innerText()).to.equal(before)
    expect(await dialog.getByRole('heading', { name: 'Explanation' }).count()).to.equal(0)
    expect(await dialog.getByRole('alert').count()).to.equal(0)
  })

  it('opens a linked exception that the filters do not match, and reports one that does not exist', async () => {
    const page = await open({ code: 'STALE_SOURCE', status: 'resolved', exception: exception.exceptionId })
    await page.getByRole('dialog').getByText(exception.recommendedAction).first().waitFor()
    const none = await open({ exception: '00000000-0000-4000-8000-000000000000' })
    await none.getByRole('alert').getByText('exception_not_found').waitFor()
    await none.getByRole('button', { name: 'Dismiss' }).click()
    await none.getByRole('alert').waitFor({ state: 'detached' })
    expect(searchOf(none)).to.deep.equal({})
  })

  it('shows the observed value below the expected one, also for codes', async () => {
    const page = await open({ code: exception.code })
    await page.route('**/v1/material-position-exceptions?**', async (route) => {
      const answer = await route.fetch()
      const { data, ...rest } = (await answer.json()) as { data: PositionException[] }
      const coded = data.map((one) => ({ ...one, expected: 'EU-15636', observed: 'EU-15636-OLD', uom: null }))
      await route.fulfill({ response: answer, json: { data: coded, ...rest } })
    })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('EU-15636-OLD').first().waitFor()
    const lines = (await page.locator('.two-lines.both').first().innerText()).split('\n').filter((line) => line !== '')
    expect(lines).to.deep.equal(['EU-15636', 'EU-15636-OLD'])
  })

  it('links from an exception to the positions of all systems, with differences marked', async () => {
    const page = await open({ ...codes, exception: exception.exceptionId })
    await page.getByRole('dialog').getByRole('link', { name: 'Positions by system' }).click()
    await cell(page, 0, 0).waitFor()
    expect(searchOf(page)).to.deep.equal({ view: 'positions', ...codes })
    const systems = [...new Set(positions.map(({ system }) => system))].sort()
    const { data } = await world.demo.post<{ data: PositionComparison[] }>('/v1/material-position-comparisons', {
      pairs: [codes],
      systems,
      measures,
    })
    const outside = data.flatMap(({ differences }) => differences.filter((one) => one.withinTolerance === false))
    expect(outside.length).to.be.above(0)
    await until('what differs is marked', async () => (await page.locator('td.outside').count()) === outside.length)
    for (const [row, position] of ordered().entries()) {
      for (const [column, measure] of measures.entries()) {
        const button = cell(page, row, column)
        const amount = position[measure]
        const text = plainText((await button.locator('.amount, .nothing').innerText()).trim())
        expect(text, `${position.system} ${measure}`).to.match(
          amount === null ? /^–/ : new RegExp(`^${amount} ${position.uom}$`),
        )
        const isOutside = outside.some((one) => one.measure === measure && one.otherSystem === position.system)
        expect((await button.innerText()).includes('≠'), `${position.system} ${measure}`).to.equal(isOutside)
      }
    }
  })

  it('moves through the matrix by arrow keys, and shows source and time of a quantity', async () => {
    const page = await open({ view: 'positions', ...codes })
    await cell(page, 0, 0).focus()
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
    expect(await page.evaluate('document.activeElement.dataset.cell')).to.equal('1 0')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const position = ordered()[1]
    if (!position) throw new Error('Only one system reports this position')
    const text = plainText(await dialog.innerText())
    expect(text).to.contain(`On hand of ${position.system}`)
    expect(text).to.contain(`${position.onHand} ${position.uom}`)
    for (const shown of [position.source.recordId, position.source.recordVersion, position.source.datasetId ?? '']) {
      expect(text).to.contain(shown)
    }
    expect(await dialog.locator('time').first().getAttribute('datetime')).to.equal(position.asOf)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.dataset.cell')).to.equal('1 0')
  })

  it('lists the materials at a factory, marks stale ones, and opens one by keyboard', async () => {
    const page = await open({ view: 'positions', factory: codes.factory })
    const all = await world.demo.all<MaterialFactoryPosition>(`/v1/material-factory-position?factory=${codes.factory}`)
    const materials = new Set(all.map(({ material }) => material.code))
    expect(await countIn(page, 'Materials at the factory')).to.equal(materials.size)
    const stale = all.filter(({ freshness }) => freshness.status !== 'fresh')
    expect((await page.locator('.table-body .mark.warn').count()) > 0).to.equal(stale.length > 0)
    await page.locator('[role=row][aria-rowindex="2"]').focus()
    await page.keyboard.press('Enter')
    await cell(page, 0, 0).waitFor()
    expect(searchOf(page)).to.deep.equal({
      view: 'positions',
      material: [...materials].sort()[0],
      factory: codes.factory,
    })
  })

  for (const viewport of Object.values(sizes)) {
    it(`finds a material while the user types, ${viewport.width} pixels wide`, async () => {
      const page = await open({ view: 'positions' }, { viewport })
      const field = page.getByRole('combobox', { name: 'Material' })
      await field.focus()
      await page.keyboard.type(codes.material)
      // Until the response for the last character arrives, the options still match the earlier characters.
      const option = page.getByRole('listbox').getByRole('option').first().filter({ hasText: codes.material })
      await option.waitFor()
      expect(await accessibilityFaults(page)).to.deep.equal([])
      await page.keyboard.press('ArrowDown')
      expect(await option.getAttribute('aria-selected')).to.equal('true')
      await page.keyboard.press('Enter')
      await cell(page, 0, 0).waitFor()
      expect(searchOf(page)).to.deep.equal({ view: 'positions', material: codes.material })
      expect(await field.inputValue()).to.equal(codes.material)
      await field.fill('something else')
      await page.keyboard.press('Escape')
      expect(await field.inputValue()).to.equal(codes.material)
    })
  }

  it('unmarks an option that the next response no longer contains', async () => {
    const page = await open({ view: 'positions' })
    const field = page.getByRole('combobox', { name: 'Material' })
    const options = page.getByRole('listbox').getByRole('option')
    await field.fill(codes.material.slice(0, -1))
    await options.nth(1).waitFor()
    const [code] = /MT-\d+/.exec(await options.nth(1).innerText()) ?? []
    const { asked, answer } = await holdAnswers(page, ({ searchParams }) => searchParams.get('q') === code)
    await field.fill(String(code))
    await asked
    await page.keyboard.press('ArrowDown')
    expect(await options.first().getAttribute('aria-selected')).to.equal('true')
    answer()
    await options
      .first()
      .filter({ hasText: String(code) })
      .waitFor()
    expect(await page.locator('[role=option][aria-selected=true]').count()).to.equal(0)
    expect(await field.getAttribute('aria-activedescendant')).to.equal(null)
  })

  it('shows the comparison of the API, with the tolerance that the user enters', async () => {
    const page = await open({ view: 'comparison', ...codes })
    const systems = [...new Set(positions.map(({ system }) => system))].sort()
    const compared = async (body: object) => {
      const asked = { pairs: [codes], systems, ...body }
      const { data } = await world.demo.post<{ data: PositionComparison[] }>('/v1/material-position-comparisons', asked)
      return data[0]
    }
    const first = await compared({})
    expect(first?.verdict).to.equal('mismatch')
    await grid(page, 'Differences').waitFor()
    const text = plainText(await grid(page, 'Differences').innerText()).replaceAll(' ', '')
    for (const { baseline, other, delta, deltaPercent, uom } of first?.differences ?? []) {
      for (const amount of [baseline, other, delta]) if (amount !== null) expect(text).to.contain(`${amount}${uom}`)
      if (deltaPercent !== null) expect(text).to.contain(`${deltaPercent}%`)
    }
    expect(text).to.contain('Mismatch')
    await page.getByLabel('Percent').fill('100')
    await page.keyboard.press('Enter')
    const wide = await compared({ tolerance: { percent: '100' } })
    expect(wide?.verdict).to.not.equal('mismatch')
    const verdicts = page.getByRole('list', { name: 'Verdicts of pairs' })
    await verdicts.getByText(`1 pair: ${wide?.verdict.replaceAll('_', ' ')}`).waitFor()
    await page.getByLabel('On order').check()
    await until('both measures are compared', async () => {
      const both = await compared({ tolerance: { percent: '100' }, measures: ['onHand', 'onOrder'] })
      return (await countIn(page, 'Differences')) === both?.differences.length
    })
    const shown = await grid(page, 'Differences').innerText()
    const again = await open(new URL(page.url()).searchParams)
    await grid(again, 'Differences').waitFor()
    expect(await grid(again, 'Differences').innerText()).to.equal(shown)
    expect(await again.getByLabel('Percent').inputValue()).to.equal('100')
  })

  it('finds materials and factories without the scope graph:read, but does not link to them', async () => {
    const { text: token } = await world.issue({ scopes: ['materials:read'] })
    const page = await open({ ...codes, exception: exception.exceptionId }, { token })
    await page.getByRole('dialog').getByText(codes.factory).first().waitFor()
    expect(await page.getByRole('dialog').locator('a[href*="/graph"]').count()).to.equal(0)
    await page.keyboard.press('Escape')
    for (const kind of ['Material', 'Factory'] as const) {
      const field = page.getByRole('combobox', { name: kind })
      const end = exception[kind === 'Material' ? 'material' : 'factory']
      await field.fill(longestWord(end?.label ?? end?.code ?? ''))
      await page.getByRole('listbox').getByRole('option').first().waitFor()
      await page.keyboard.press('Escape')
    }
  })

  it('sends at most ten requests per view, and no request twice', async () => {
    const views = [
      {},
      { code: exception.code, severity: exception.severity, ...codes },
      {
        ...{ code: exception.code, severity: exception.severity, ...codes, system: exception.systems[0] },
        ...{ supplier: exception.supplier?.code, steward: exception.steward, since: '2020-01-01T00:00:00.000Z' },
      },
      { view: 'positions', ...codes },
    ]
    for (const search of [...views, { view: 'comparison', factory: codes.factory }] as Record<string, string>[]) {
      const before = world.browser.requests.length
      await open(search)
      const asked = world.browser.requests.slice(before).filter((url) => new URL(url).pathname.startsWith('/v1/'))
      expect(asked.length, JSON.stringify(search)).to.be.within(3, 10)
      expect(new Set(asked).size, JSON.stringify(asked)).to.equal(asked.length)
    }
  })

  it('downloads filtered exceptions and filtered positions as CSV', async () => {
    const [system = ''] = exception.systems
    const page = await open({ code: exception.code, system })
    const download = async () => {
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: 'CSV' }).click()
      const file = await coming
      return {
        name: file.suggestedFilename(),
        lines: readFileSync(await file.path(), 'utf8')
          .trimEnd()
          .split('\r\n'),
      }
    }
    const exceptions = await download()
    expect(exceptions.name).to.match(/^position_exceptions-.+\.csv$/)
    const listed = await world.demo.all(`/v1/material-position-exceptions?code=${exception.code}&system=${system}`)
    expect(exceptions.lines.length - 1).to.equal(listed.length)
    await page.getByRole('link', { name: 'Positions', exact: true }).click()
    await page.getByRole('combobox', { name: 'Factory' }).fill(codes.factory)
    await page.keyboard.press('Enter')
    await grid(page, 'Materials at the factory').waitFor()
    const there = await download()
    expect(there.name).to.match(/^material_positions-.+\.csv$/)
    const all = await world.demo.all(`/v1/material-factory-position?factory=${codes.factory}`)
    expect(there.lines.length - 1).to.equal(all.length)
  })

  it('explains what to do when a view is empty, and which value is invalid', async () => {
    const page = await open({ view: 'positions', material: 'nobody-has-this' })
    const problem = page.getByRole('alert')
    await problem.waitFor()
    expect(await problem.innerText()).to.match(/Record not found.*The organization .*Request/s)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByText('Choose a material, a factory, or both.').waitFor()
    await page.locator('.cards a').first().waitFor()
    const never = await open({ code: 'STALE_SOURCE', status: 'resolved' })
    await never.getByText('No resolved exceptions match these filters.').waitFor()
    await never.getByRole('link', { name: 'show open exceptions' }).click()
    await until('they are looked at', () => searchOf(never).status === 'open')
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation that axe finds in any view, on a phone and a desktop: ${colorScheme}`, async () => {
      const views = [{}, { view: 'positions', ...codes }, { view: 'positions', factory: codes.factory }]
      for (const search of [...views, { view: 'comparison', factory: codes.factory }] as Record<string, string>[]) {
        for (const viewport of Object.values(sizes)) {
          const page = await open(search, { colorScheme, viewport })
          expect(await accessibilityFaults(page), JSON.stringify(search)).to.deep.equal([])
          expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
        }
      }
    })
  }

  it('violates no content security policy, sends requests only to the service, and throws no error', async () => {
    const { browser, demo } = world
    expect(browser.requests.filter((url) => new URL(url).origin !== demo.api.url)).to.deep.equal([])
    expect(browser.errors).to.deep.equal([])
    expect(browser.violations).to.deep.equal([])
  })
})
