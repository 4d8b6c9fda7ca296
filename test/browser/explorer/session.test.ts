import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ExplorerWorld, explorerWorld } from '../../support/explorer/explorer-world.ts'
import { urlOf } from '../../support/explorer/url-of.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { accessibilityFaults, sizes } from '../browser.ts'

describeWith(['chromium'], 'the session of the Explorer', () => {
  let world: ExplorerWorld

  before(async () => {
    world = await explorerWorld()
  })

  const headed = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
  const url = (path: string) => `${world.demo.api.url}/explorer${path}`

  /** Signs in by the form, as a reader without a link does. */
  async function signedIn(path: string, heading: string, token = world.token): Promise<Page> {
    const page = await world.open(path, { token: null })
    await signIn(page, token)
    await headed(page, heading)
    return page
  }
  async function signIn(page: Page, token: string): Promise<void> {
    await page.getByLabel('Token').fill(token)
    await page.keyboard.press('Enter')
  }
  /** Another tab of the same browser. */
  async function newTab(page: Page, path: string): Promise<Page> {
    const tab = await page.context().newPage()
    await tab.goto(url(path))
    return tab
  }
  const stored = (page: Page) => page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')

  it('survives a reload, and the docs and Back, with the state of the page', async () => {
    const page = await signedIn('/freshness?status=stale', 'Freshness')
    await page.reload()
    await headed(page, 'Freshness')
    await page.getByRole('link', { name: 'Docs' }).click()
    await page.waitForURL('**/docs/**')
    await page.goBack()
    await headed(page, 'Freshness')
    expect(urlOf(page)).to.match(/\/explorer\/freshness\?status=stale$/)
    await page.goto(url('/graph?q=a'))
    await headed(page, 'Graph')
    await page.getByRole('row').nth(3).waitFor()
  })

  it('is handed to a new tab, and to no other browser', async () => {
    const page = await signedIn('/', 'Overview')
    const tab = await newTab(page, '/exports')
    await headed(tab, 'Exports')
    await page.close()
    await tab.reload()
    await headed(tab, 'Exports')
    const other = await world.open('/exports', { token: null })
    await headed(other, 'Sign in')
    await tab.context().close()
  })

  it('is not handed to a new tab if the user chose to sign out on reload', async () => {
    const page = await world.open('/', { token: null })
    await page.getByLabel('Sign out on reload').check()
    await signIn(page, world.token)
    await headed(page, 'Overview')
    await headed(await newTab(page, '/'), 'Sign in')
  })

  it('ends in all tabs with one click, also in one that shows the docs, and hides their data', async () => {
    const page = await signedIn('/freshness', 'Freshness')
    const [open, reading] = [await newTab(page, '/exports'), await newTab(page, '/freshness')]
    await headed(open, 'Exports')
    await headed(reading, 'Freshness')
    await reading.getByRole('link', { name: 'Docs' }).click()
    await reading.waitForURL('**/docs/**')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await headed(page, 'Sign in')
    await headed(open, 'Sign in')
    await reading.goBack()
    await headed(reading, 'Sign in')
    for (const tab of [page, open, reading]) {
      expect(await stored(tab)).to.not.contain(world.token)
      expect(await tab.getByRole('grid').count()).to.equal(0)
      expect(await tab.title()).to.equal('Sign in · Tenant Data Explorer')
    }
    expect(await page.getByRole('status').filter({ hasText: 'signed out' }).textContent()).to.contain(
      'You are signed out in all tabs',
    )
    await page.reload()
    await headed(page, 'Sign in')
  })

  it('stays apart from the session of another tab with another token', async () => {
    const other = await world.mint()
    const { text } = await other.issue()
    const page = await signedIn('/', 'Overview')
    const tab = await page.context().newPage()
    await tab.goto(`${url('/')}#token=${text}`)
    await headed(tab, 'Switch to another token?')
    await tab.getByRole('button', { name: 'Switch' }).click()
    await tab.locator('.whose', { hasText: other.key }).waitFor()
    await tab.reload()
    await tab.locator('.whose', { hasText: 'via a link' }).waitFor()
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await headed(tab, 'Sign in')
    await page.reload()
    await headed(page, 'Overview')
  })

  it('names its organization in every link, and the API gets it in no request', async () => {
    const page = await signedIn('/freshness?status=stale', 'Freshness')
    const { organization } = world.demo
    await until('the organization', () => new URL(page.url()).search === `?status=stale&org=${organization}`)
    await page.getByRole('link', { name: 'Exports', exact: true }).click()
    await headed(page, 'Exports')
    expect(new URL(page.url()).search).to.equal(`?org=${organization}`)
    expect(await page.getByRole('link', { name: 'Graph' }).getAttribute('href')).to.equal(
      `/explorer/graph?org=${organization}`,
    )
    expect(world.browser.requests.filter((one) => /\/v1\/.*[?&]org=/.test(one))).to.deep.equal([])
    await headed(await newTab(page, `/yields?org=${organization}`), 'Yields')
  })

  it('warns of a link for another organization before any data is loaded', async () => {
    const other = await world.mint()
    const page = await signedIn('/', 'Overview')
    const tab = await page.context().newPage()
    const asked: string[] = []
    tab.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await tab.goto(url(`/graph?q=a&org=${other.key}`))
    await headed(tab, 'Link for another organization')
    const text = await tab.getByRole('main').innerText()
    expect(text).to.contain(`This link is for ${other.key}. You are signed in to `)
    expect(asked.filter((path) => path.startsWith('/v1/'))).to.deep.equal(['/v1/token'])
    expect(await accessibilityFaults(tab)).to.deep.equal([])
    await tab.setViewportSize(sizes.phone)
    expect(await tab.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
    await tab.getByRole('button', { name: 'Continue with' }).click()
    await headed(tab, 'Graph')
    await until('the own organization', () => tab.url().endsWith(`/graph?q=a&org=${world.demo.organization}`))
    expect(await tab.getByLabel('Search').inputValue()).to.equal('a')
  })

  it('switches to the organization of the link in this tab, and keeps the page of the link', async () => {
    const other = await world.mint()
    const { text } = await other.issue()
    const page = await signedIn('/', 'Overview')
    const tab = await newTab(page, `/graph?q=a&org=${other.key}`)
    await headed(tab, 'Link for another organization')
    await tab.getByRole('button', { name: `Sign in to ${other.key}` }).click()
    await headed(tab, 'Sign in')
    expect(await tab.getByRole('main').innerText()).to.contain(`This link is for ${other.key}.`)
    await signIn(tab, text)
    await headed(tab, 'Graph')
    expect(tab.url()).to.match(new RegExp(`/graph\\?q=a&org=${other.key}$`))
    await page.reload()
    await headed(page, 'Overview')
    const third = await newTab(page, `/graph?org=${other.key}`)
    await third.locator('.whose', { hasText: other.key }).waitFor()
  })

  it('warns when Back leads to a page of the organization before', async () => {
    const other = await world.mint()
    const { text } = await other.issue()
    const page = await signedIn('/graph?q=a', 'Graph')
    await until('the organization', () => page.url().includes('org='))
    await page.getByRole('link', { name: 'Overview' }).click()
    await headed(page, 'Overview')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(page, text)
    await page.locator('.whose', { hasText: other.key }).waitFor()
    await page.goBack()
    await headed(page, 'Link for another organization')
    await page.getByRole('button', { name: 'Continue with' }).click()
    await headed(page, 'Graph')
    expect(new URL(page.url()).searchParams.get('org')).to.equal(other.key)
  })

  it('puts the token into no URL, and violates no content security policy', () => {
    const { requests, errors, violations } = world.browser
    expect(requests.filter((one) => !one.includes('#')).join()).to.not.contain(world.token)
    expect([errors, violations]).to.deep.equal([[], []])
    expect(JSON.stringify(world.demo.api.logLines)).to.not.contain(world.token)
  })
})
