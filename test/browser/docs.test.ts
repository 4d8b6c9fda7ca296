import { expect } from 'chai'
import type { BrowserContext, Page } from 'playwright-core'
import { docsRouter } from '../../api/docs/docs-router.ts'
import { operations } from '../../api/operations/index.ts'
import type { Graph } from '../../cypher/connect.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { docsOptions } from '../support/docs/docs.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { type MintedOrganization, mintOrganization } from '../support/organization.ts'
import { until } from '../support/until.ts'
import { describeWith } from '../support/with-programs.ts'
import { accessibilityFaults, sizes, startBrowser, type WatchedBrowser } from './browser.ts'

const looked = [
  '',
  'reference/introduction',
  'send/records',
  'read/explorer',
  'reference',
  'reference/bom-history',
  'reference/exports',
  'problems/rate_limited',
]

describeWith(['chromium'], 'the docs in a browser', () => {
  let graph: Graph
  let api: TestApi
  let organization: MintedOrganization
  let browser: WatchedBrowser
  let context: BrowserContext
  let page: Page

  before(async () => {
    graph = connectTestGraph()
    organization = await mintOrganization(graph)
    api = await startApi({ operations, publicRouters: [docsRouter(docsOptions)] })
    browser = await startBrowser()
  })
  after(async () => {
    await browser?.close()
    await api?.close()
    await graph?.close()
  })
  beforeEach(async () => {
    context = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] })
    page = await context.newPage()
  })
  afterEach(() => context.close())

  const go = (path: string, on = page) => on.goto(`${api.url}/docs/${path}`)
  const path = () => new URL(page.url()).pathname

  it('searches by keyboard: a slash, some characters, Enter', async () => {
    const before = browser.requests.length
    await go('')
    expect(browser.requests.slice(before).filter((url) => url.endsWith('search.json'))).to.deep.equal([])
    await page.keyboard.press('/')
    await page.keyboard.type('rate_lim')
    await page.getByRole('option').first().waitFor()
    expect(await page.getByRole('option').first().textContent()).to.contain('rate_limited')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/problems/rate_limited')
  })

  it('searches by keyboard: Ctrl+K, arrows, Escape', async () => {
    await go('reference/bom-history')
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Search the docs' })
    await page.keyboard.type('publication')
    await page.getByRole('option').nth(1).waitFor()
    const active = () => box.getAttribute('aria-activedescendant')
    const chosen = () => page.locator('[role=option][aria-selected=true]').getAttribute('id')
    expect(await active()).to.equal('docs-hit-0')
    await page.keyboard.press('ArrowDown')
    expect([await active(), await chosen()]).to.deep.equal(['docs-hit-1', 'docs-hit-1'])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await active()).to.not.equal('docs-hit-0')
    expect(await page.locator('.search [role=status]').textContent()).to.match(/^\d+ results$/)
    expect(await accessibilityFaults(page, '.bar')).to.deep.equal([])
    await page.keyboard.press('Escape')
    expect(await box.getAttribute('aria-expanded')).to.equal('false')
    expect(path()).to.equal('/docs/reference/bom-history')
  })

  it('opens a section from the search results', async () => {
    await go('reference/introduction')
    await page.keyboard.press('/')
    await page.keyboard.type('listBomYieldChanges')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/reference/bom-history#listBomYieldChanges')
  })

  it('keeps the chosen programming language on all pages', async () => {
    await go('reference/access')
    const shown = () => page.locator('.tabs').first().locator('[role=tabpanel]:visible').getAttribute('data-language')
    expect(await shown()).to.equal('sh')
    await page.getByRole('tab', { name: 'curl' }).first().focus()
    await page.keyboard.press('ArrowRight')
    expect(await shown()).to.equal('ts')
    await page.getByRole('tab', { name: 'Python' }).first().click()
    expect(await shown()).to.equal('python')
    await go('reference/bom-history')
    expect(await shown()).to.equal('python')
    expect(await page.locator('[role=tabpanel]:visible:not([data-language=python])').count()).to.equal(0)
  })

  it('copies a block of code, and the page as Markdown', async () => {
    await go('quickstart')
    const block = page.locator('.code').first()
    await block.hover()
    await block.getByRole('button').click()
    await block.getByText('Copied').waitFor()
    const clipboard = () => page.evaluate('navigator.clipboard.readText()')
    expect(await clipboard()).to.equal(await block.locator('code').textContent())
    await page.getByRole('button', { name: 'Copy as Markdown' }).click()
    const markdown = await (await fetch(`${api.url}/docs/quickstart.md`)).text()
    await until('the page in the clipboard', async () => (await clipboard()) === markdown)
  })

  it('tries an operation out on the API, and stores the token nowhere', async () => {
    const { text } = await organization.issue()
    const form = await opened('access', 'getToken')
    await form.getByLabel('Token', { exact: true }).fill(text)
    await form.getByRole('button', { name: 'Send' }).click()
    await form.locator('.result .good').waitFor()
    const result = (await form.locator('.result').textContent()) ?? ''
    expect(result).to.match(/^200/)
    expect(result).to.contain('x-request-id').and.to.contain('ratelimit')
    expect(result).to.contain(`"key": "${organization.key}"`)
    expect(page.url()).to.not.contain(text)
    expect(browser.requests.filter((url) => url.includes(text))).to.deep.equal([])
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).to.not.contain(text)
    await page.reload()
    expect(await page.locator('.token').first().inputValue()).to.equal('')
  })

  it('keeps the token for the tab only while its checkbox is checked', async () => {
    const form = await opened('access', 'getToken')
    await form.getByLabel('Token', { exact: true }).fill('tda_local_kept')
    await form.getByLabel('Keep it').check()
    await go('reference/exports')
    expect(await page.locator('.token').first().inputValue()).to.equal('tda_local_kept')
    await page.locator('.try').first().locator('summary').click()
    await page.getByLabel('Keep it').first().uncheck()
    expect(await page.evaluate('sessionStorage.length')).to.equal(0)
  })

  it('shows a problem with the link to its page', async () => {
    const { text } = await organization.issue({ scopes: ['graph:read'] })
    const form = await opened('exports', 'createExport')
    await form.getByLabel('Token', { exact: true }).fill(text)
    await form.getByRole('button', { name: 'Send' }).click()
    await form.locator('.result .failed').waitFor()
    expect(await form.locator('.result').textContent()).to.match(/^403/)
    await form.locator('.result a').click()
    await page.waitForURL('**/docs/problems/insufficient_scope')
  })

  it('sends the request body that the reader entered', async () => {
    const { text } = await organization.issue({ scopes: ['exports:create'] })
    const form = await opened('exports', 'createExport')
    await form.getByLabel('Token', { exact: true }).fill(text)
    await form.getByLabel('Body').fill('{"kind":"entities","parameters":{"type":"style"}}')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.locator('.result .good').waitFor()
    expect(await form.locator('.result pre').textContent()).to.contain('"status": "queued"')
    expect(await accessibilityFaults(page, '[aria-labelledby=createExport]')).to.deep.equal([])
  })

  it('redirects URLs of version 1.0 to the pages of operations', async () => {
    await go('reference#/BOM%20history/listBomYields')
    await page.waitForURL('**/reference/bom-history#listBomYields')
  })

  async function opened(name: string, operationId: string) {
    await go(`reference/${name}`)
    const section = page.locator(`[aria-labelledby=${operationId}]`)
    await section.locator('.try > summary').click()
    return section.locator('.try form')
  }

  it('can be read without a script', async () => {
    const plain = await browser.open({ javaScriptEnabled: false })
    try {
      const quiet = await plain.newPage()
      await go('reference/access', quiet)
      expect(await quiet.locator('[role=tabpanel]:visible').count()).to.equal(3)
      expect(await quiet.locator('button:visible, input:visible').count()).to.equal(0)
      expect(await quiet.locator('nav:visible a').count()).to.be.above(20)
    } finally {
      await plain.close()
    }
  })

  for (const colorScheme of ['light', 'dark'] as const)
    for (const [size, viewport] of Object.entries(sizes))
      it(`has no accessibility violation that axe finds, and nothing wider than the screen: ${colorScheme}, ${size}`, async () => {
        const one = await browser.open({ colorScheme, viewport })
        try {
          const shown = await one.newPage()
          for (const name of looked) {
            await go(name, shown)
            expect(await accessibilityFaults(shown), name).to.deep.equal([])
            expect(await shown.evaluate('document.documentElement.scrollWidth - innerWidth'), name).to.be.at.most(0)
          }
        } finally {
          await one.close()
        }
      })

  /** Elements that are wider than the page, or wider than their box without a gradient that hints at scrolling. */
  const cutOff = (shown: Page): Promise<string[]> =>
    shown.evaluate(`[...document.querySelectorAll('main *')].filter((one) => {
      const box = one.getBoundingClientRect()
      if (box.width === 0 || one.closest('.visually-hidden, thead')) return false
      const scroller = one.parentElement.closest('pre, .wide')
      if (box.right > innerWidth + 1 && scroller === null) return true
      const isCut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible'
      return isCut && !['INPUT', 'SELECT', 'TEXTAREA'].includes(one.tagName) && !getComputedStyle(one).backgroundImage.includes('linear-gradient')
    }).map((one) => one.tagName + '.' + one.className + ': ' + one.textContent.slice(0, 60))`)

  for (const width of [390, 1400, 1920])
    it(`cuts off no content without a hint that it scrolls, on a screen of ${width} pixels`, async () => {
      const one = await browser.open({ viewport: { width, height: 900 } })
      try {
        const shown = await one.newPage()
        for (const name of looked) {
          await go(name, shown)
          expect(await cutOff(shown), name).to.deep.equal([])
          expect(await shown.evaluate('document.documentElement.scrollWidth - innerWidth'), name).to.be.at.most(0)
        }
        // Proves that the check above would have found an element that is cut off.
        await shown.evaluate("document.querySelector('main h1').style.cssText = 'width: 3000px; max-width: none'")
        expect(await cutOff(shown)).to.have.length(1)
      } finally {
        await one.close()
      }
    })

  it('shows whole tables on wide screens, and rows as cards on narrow ones', async () => {
    const scrollersAt = async (viewport: { width: number; height: number }) => {
      const one = await browser.open({ viewport })
      try {
        const shown = await one.newPage()
        await go('reference/event-format', shown)
        return {
          display: await shown.evaluate("getComputedStyle(document.querySelector('main td')).display"),
          cut: await shown.evaluate(
            "[...document.querySelectorAll('main .wide')].filter((one) => one.scrollWidth > one.clientWidth + 1).length",
          ),
        }
      } finally {
        await one.close()
      }
    }
    expect(await scrollersAt({ width: 390, height: 844 })).to.deep.equal({ display: 'block', cut: 0 })
    expect(await scrollersAt({ width: 1400, height: 900 })).to.deep.equal({ display: 'table-cell', cut: 0 })
  })

  for (const [size, viewport] of Object.entries(sizes))
    it(`covers no code with its Copy button: ${size}`, async () => {
      const one = await browser.open({ viewport })
      try {
        const shown = await one.newPage()
        for (const name of looked) {
          await go(name, shown)
          const covered = await shown.evaluate(`[...document.querySelectorAll('.code')].filter((block) => {
            const [code, button] = ['pre', '.copy'].map((part) => block.querySelector(part).getBoundingClientRect())
            return code.width > 0 && button.left < code.right && button.right > code.left && button.top < code.bottom && button.bottom > code.top
          }).length`)
          expect(covered, name).to.equal(0)
        }
        const [shownButtons] = await shown.locator('.copy:visible').all()
        expect(await shownButtons?.boundingBox()).to.not.equal(null)
      } finally {
        await one.close()
      }
    })

  it('prints folded sections, all languages, and whole tables and lines, but no forms', async () => {
    await page.setViewportSize({ width: 700, height: 990 })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await go('reference/bom-history')
    expect(await page.locator('[role=tabpanel]:visible').count()).to.equal(
      await page.locator('[role=tabpanel]').count(),
    )
    const unseen = await page.evaluate(`(() => {
      const names = [...document.querySelectorAll('main .part .fields .name')]
      return [names.length > 50, names.filter((name) => name.getClientRects().length === 0 || !name.checkVisibility({ contentVisibilityAuto: true })).length]
    })()`)
    expect(unseen).to.deep.equal([true, 0])
    expect(await page.locator('.try:visible, .bar:visible, .copy:visible, .sidebar:visible').count()).to.equal(0)
    expect(await page.evaluate('getComputedStyle(document.body).color')).to.equal('rgb(28, 34, 38)')
    for (const name of ['reference/bom-history', 'send/records']) {
      await go(name)
      const scrolled = await page.evaluate(
        "[...document.querySelectorAll('main pre, main .wide')].filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).length",
      )
      expect(scrolled, name).to.equal(0)
    }
  })

  it('prints light pictures and diagrams, also from a dark page', async () => {
    const one = await browser.open({ colorScheme: 'dark' })
    try {
      const shown = await one.newPage()
      const themes = async () => {
        const sources = await shown.evaluate<string[]>(
          "[...document.querySelectorAll('main picture img')].map((image) => ((image.loading = 'eager'), image.currentSrc))",
        )
        return [...new Set(sources.map((source) => /-(dark|light)\.\w+$/.exec(source)?.[1]))].join()
      }
      for (const name of ['read/explorer', 'operate/rebuild']) {
        await shown.emulateMedia({ media: null })
        await go(name, shown)
        await until(`dark pictures of ${name}`, async () => (await themes()) === 'dark')
        await shown.emulateMedia({ media: 'print' })
        await until(`light pictures of ${name}`, async () => (await themes()) === 'light')
      }
    } finally {
      await one.close()
    }
  })

  it('has one scrollbar at most around a sample of the reference', async () => {
    await go('reference/bom-history')
    const scrollers = await page.evaluate(`[...document.querySelectorAll('.samples pre')].map((pre) => {
      let count = 0
      for (let one = pre; one !== document.body; one = one.parentElement)
        if (one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY)) count += 1
      return count
    })`)
    expect(Math.max(...(scrollers as number[]))).to.equal(1)
  })

  it('has the samples of an operation before its fields on a phone', async () => {
    await page.setViewportSize(sizes.phone)
    await go('reference/bom-history')
    const places = await page.evaluate(
      "['about', 'samples', 'lists'].map((part) => document.querySelector('.operation .' + part).getBoundingClientRect().top)",
    )
    expect(places).to.deep.equal([...(places as number[])].sort((one, other) => one - other))
  })

  for (const colorScheme of ['light', 'dark'] as const)
    it(`shows pictures of the ${colorScheme} theme, and links to their files`, async () => {
      const one = await browser.open({ colorScheme })
      try {
        const shown = await one.newPage()
        await go('read/explorer', shown)
        const link = shown.locator('main .picture').first()
        await link.scrollIntoViewIfNeeded()
        const image = (property: string) => shown.evaluate(`document.querySelector('main .picture img').${property}`)
        await until('the picture', async () => (await image('naturalWidth')) === 1400)
        expect(await image('currentSrc')).to.match(new RegExp(`-${colorScheme}\\.png$`))
        await link.click()
        await shown.waitForURL(`**/*-${colorScheme}.png`)
      } finally {
        await one.close()
      }
    })

  it('searches from the page "Page not found" for the words of its URL', async () => {
    await go('guides/kafka-conect')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    const box = page.getByRole('combobox', { name: 'Search the docs' })
    expect(await box.inputValue()).to.equal('kafka conect')
    await box.fill('kafka connect')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/send/kafka-connect*')
    await go('guides/kafka-conect')
    expect(await accessibilityFaults(page)).to.deep.equal([])
  })

  it('violates no content security policy, sends requests only to the service, and throws no error', async () => {
    expect(browser.requests.length).to.be.above(100)
    expect(browser.requests.filter((url) => new URL(url).origin !== api.url)).to.deep.equal([])
    expect(browser.errors).to.deep.equal([])
    // Chromium's own viewer of pictures has styles, which the policy of the picture's file refuses.
    expect(browser.violations.filter((violation) => !violation.includes(' on /docs/pictures/'))).to.deep.equal([])
    // Proves that violations are recorded.
    await go('')
    await page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p>')").catch(() => {})
    await until('the violation', () => browser.violations.join().includes('require-trusted-types-for'))
  })
})
