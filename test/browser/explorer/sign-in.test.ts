import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ExplorerWorld, explorerWorld, type OpenOptions } from '../../support/explorer/explorer-world.ts'
import { urlOf } from '../../support/explorer/url-of.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, sizes } from '../browser.ts'

describeWith(['chromium'], 'signing in to the Explorer', () => {
  let world: ExplorerWorld

  before(async () => {
    world = await explorerWorld()
  })

  async function open(path: string, options: OpenOptions = {}): Promise<Page> {
    const page = await world.open(path, options)
    return page
  }
  const stored = (page: Page) => page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
  const headed = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

  it('accepts a pasted token, and shows the page of the URL', async () => {
    const page = await open('/freshness?status=stale', { token: null })
    await headed(page, 'Sign in')
    await page.getByLabel('Token').fill(`  ${world.token}\n`)
    await page.keyboard.press('Enter')
    await headed(page, 'Freshness')
    expect(urlOf(page)).to.match(/\/explorer\/freshness\?status=stale$/)
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).to.not.contain(world.token)
  })

  it('forgets the token on reload if the user chose so', async () => {
    const page = await open('/', { token: null })
    await page.getByLabel('Token').fill(world.token)
    await page.getByLabel('Sign out on reload').check()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await headed(page, 'Overview')
    expect(await stored(page)).to.not.contain(world.token)
    await page.reload()
    await headed(page, 'Sign in')
  })

  it('accepts the token of a link, and keeps it out of the URL and the history', async () => {
    const before = world.browser.requests.length
    const page = await open('/exports')
    await headed(page, 'Exports')
    expect(urlOf(page)).to.match(/\/explorer\/exports$/)
    expect(await page.evaluate('history.length')).to.equal(2)
    await page.getByRole('link', { name: 'Overview' }).click()
    await headed(page, 'Overview')
    await page.goBack()
    await headed(page, 'Exports')
    expect(page.url()).to.not.contain('token')
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).to.not.contain(world.token)
    const asked = world.browser.requests.slice(before).filter((url) => !url.includes('#'))
    expect(asked.join()).to.not.contain(world.token)
  })

  it('asks before a link replaces a session, and uses the token of the link only after consent', async () => {
    const { text: strange, credential } = await world.issue({ scopes: ['graph:read'] })
    const page = await open('/', { token: null })
    await page.getByLabel('Token').fill(world.token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await headed(page, 'Overview')
    const used: string[] = []
    page.on('request', (request) => used.push(request.headers().authorization ?? ''))
    // The link is opened once within the open page, and once from another page.
    for (const leave of [async () => {}, async () => void (await page.goto('about:blank'))]) {
      await leave()
      await page.goto(`${world.demo.api.url}/explorer#token=${strange}`)
      await headed(page, 'Switch to another token?')
      await page.getByText(world.demo.organization).first().waitFor()
      const asked = await page.getByRole('main').innerText()
      expect(asked).to.contain(credential.id)
      expect(page.url()).to.not.contain('token')
      expect(await accessibilityFaults(page)).to.deep.equal([])
      await page.getByRole('button', { name: 'Stay signed in' }).click()
      await headed(page, 'Overview')
      expect(used.filter((header) => header.includes(strange))).to.deep.equal([])
      expect(await stored(page)).to.contain(world.token)
    }
    await page.goto(`${world.demo.api.url}/explorer/sign-in#token=${strange}`)
    await page.getByRole('button', { name: 'Switch' }).click()
    await headed(page, 'Your token')
    await page.getByText(credential.id).first().waitFor()
    expect(await page.getByRole('banner').innerText()).to.contain('via a link')
    expect(await stored(page)).to.not.contain(world.token)
  })

  it('reports an invalid token without showing it', async () => {
    const page = await open('/', { token: null })
    await page.getByLabel('Token').fill('tda_local_0000_wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    const text = await page.locator('body').innerText()
    expect(text).to.contain('does not accept this token')
    expect(text).to.not.contain('tda_local_0000_wrong')
  })

  it('asks to sign in when the token is no longer valid, and then returns to the same URL', async () => {
    const { text: brief } = await world.issue({ scopes: ['graph:read'], expiresAt: '2020-01-01T00:00:00.000Z' })
    const page = await open('/graph?q=a&type=style', { token: brief })
    await headed(page, 'Sign in')
    expect(await page.getByRole('status').filter({ hasText: 'token' }).textContent()).to.contain('expired')
    expect(urlOf(page)).to.match(/\/explorer\/graph\?q=a&type=style$/)
    await page.getByLabel('Token').fill(world.token)
    await page.keyboard.press('Enter')
    await headed(page, 'Graph')
    expect(urlOf(page)).to.match(/\/explorer\/graph\?q=a&type=style$/)
  })

  it('names the missing scope on each page that the token may not read', async () => {
    const { text: bare } = await world.issue({ scopes: [] })
    const page = await open('/ingest', { token: bare })
    await headed(page, 'Ingest')
    expect(await page.getByRole('main').innerText()).to.contain('requires the scope ingest:read')
    const menu = await page.getByRole('navigation', { name: 'Pages' }).innerText()
    for (const scope of ['bom:read', 'graph:read', 'materials:read', 'exports:create', 'ingest:read']) {
      expect(menu).to.contain(`requires ${scope}`)
    }
    await page.getByRole('link', { name: 'Overview' }).click()
    await headed(page, 'Overview')
    expect(await page.getByRole('main').innerText()).to.contain('none of the scopes')
    expect(await accessibilityFaults(page)).to.deep.equal([])
  })

  it('shows the organization, region, and scopes of the token', async () => {
    const page = await open('/sign-in')
    await headed(page, 'Your token')
    const text = await page.getByRole('main').innerText()
    expect(text).to.contain(world.demo.organization).and.to.contain('local').and.to.contain('materials:read')
    expect(text).to.not.contain(world.token)
    expect(await accessibilityFaults(page)).to.deep.equal([])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violation that axe finds, on a phone and a desktop: ${colorScheme}`, async () => {
      for (const viewport of Object.values(sizes)) {
        const page = await open('/', { token: null, colorScheme, viewport })
        await headed(page, 'Sign in')
        expect(await accessibilityFaults(page)).to.deep.equal([])
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
      }
    })
  }

  it('leaves no token in the log of the API', async () => {
    await until('a logged request', () => world.demo.api.logLines.length > 0)
    expect(JSON.stringify(world.demo.api.logLines)).to.not.contain(world.token)
  })
})
