import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Route,
} from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The viewport sizes in which the tests open pages. */
export const sizes = { desktop: { width: 1400, height: 900 }, phone: { width: 390, height: 844 } } as const

/** A browser that records violations of the content security policy, all requests, and errors. */
export interface WatchedBrowser {
  open(options?: BrowserContextOptions): Promise<BrowserContext>
  /** Recorded so far, in all contexts. */
  violations: string[]
  requests: string[]
  errors: string[]
  close(): Promise<void>
}

/** Starts Debian's Chromium. As root, Chromium does not start with its sandbox. */
export async function startBrowser(): Promise<WatchedBrowser> {
  const browser: Browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  const seen = { violations: [] as string[], requests: [] as string[], errors: [] as string[] }
  const watch = (page: Page) => {
    page.on('request', (request) => seen.requests.push(request.url()))
    page.on('pageerror', (error) => seen.errors.push(error.message))
  }
  return {
    ...seen,
    async open(options = {}) {
      const context = await browser.newContext({ viewport: sizes.desktop, ...options })
      context.setDefaultTimeout(120_000)
      context.on('page', watch)
      await context.exposeFunction('sawViolation', (text: string) => seen.violations.push(text))
      await context.addInitScript({
        content: `addEventListener('securitypolicyviolation', (event) =>
          sawViolation(event.effectiveDirective + ' ' + event.blockedURI + ' on ' + location.pathname))`,
      })
      return context
    },
    close: () => browser.close(),
  }
}

/** The violations of accessibility rules that axe finds in a page or a part of it, one per line. */
export async function accessibilityFaults(page: Page, part = 'html'): Promise<string[]> {
  await page.evaluate(`${axeSource}; undefined`)
  const faults: { id: string; nodes: { target: string[] }[] }[] = await page.evaluate(
    `axe.run('${part}').then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) })))`,
  )
  return faults.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/**
 * Holds back the requests of a page to some URLs until `answer` is called. Then `respond` handles each of them. By
 * default, it lets the API respond. `asked` resolves with the first such request.
 */
export async function holdAnswers(
  page: Page,
  isHeld: (url: URL) => boolean,
  respond: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<{ asked: Promise<unknown>; answer: () => void }> {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(isHeld, async (route) => {
    await answered
    await respond(route)
  })
  return { asked: page.waitForRequest((request) => isHeld(new URL(request.url()))), answer }
}

/** A problem that a repeated request does not solve. */
export const timedOut = {
  type: 'https://data.example/docs/problems/query_timeout',
  title: 'Query timed out',
  status: 503,
  detail: 'It did not end within 5 s.',
  code: 'query_timeout',
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  correlationId: 'c',
  retryable: false,
  recovery: 'Narrow the filters.',
}

/** A problem as the response of the API. */
export const answerOf = (problem: { status: number }) => ({
  status: problem.status,
  contentType: 'application/problem+json',
  body: JSON.stringify(problem),
})
