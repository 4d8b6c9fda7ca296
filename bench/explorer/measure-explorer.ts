import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { readDemoFacts } from '../../demo/feed/demo-facts.ts'
import { median, quantile } from '../report/stats.ts'

/**
 * `npm run bench:explorer`: measures how fast the Explorer's pages load and its searches respond, on a running `npm
 * start`.
 */
const facts = readDemoFacts(join(process.env.LOCAL_FOLDER ?? '.local', 'demo.json'))
const token = facts?.organizations[0]?.tokens[0]?.token
if (!facts || !token) throw new Error('There is no demo: run npm start first')
if (facts.loadedAt === null) throw new Error('The demo is still loading: wait until npm start has loaded everything')
const { baseUrl } = facts

const ROUNDS = 7
/** The time between two keys in ms, as of a person who types fast. */
const KEY_MS = 120
const pages = ['/', '/changes', '/yields', '/requirements', '/graph', '/materials', '/freshness', '/exports', '/ingest']

/** The fields that search while the user types. `least` is the shortest text that they search. */
const searches = [
  { page: '/graph', field: '.search-field input', least: 1 },
  { page: '/yields', field: '.style-box input', least: 1 },
  { page: '/materials', field: '.pick input', least: 2 },
]
const texts = ['poplin', 'cotton twill', 'shirt', 'mesh']

/**
 * Resolves when nothing of a page is loading: to the milliseconds since navigation started, and the bytes of script.
 */
const whenThere = `new Promise((resolve) => {
  const look = () => document.querySelector('main h1') && !document.querySelector('.skeleton, [aria-busy=true]')
    ? requestAnimationFrame(() => resolve({
        ms: performance.now(),
        bytes: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
          .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0),
      }))
    : requestAnimationFrame(look)
  look()
})`

/** Resolves to the milliseconds from the last key to the frame that shows the hits. */
const whenFound = (text: string) => `new Promise((resolve) => {
  const isOfText = ({ name }) => new URL(name).searchParams.get('q') === ${JSON.stringify(text)}
  const look = () => performance.getEntriesByType('resource').some(isOfText)
    ? requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - keyAt)))
    : requestAnimationFrame(look)
  look()
})`

const rememberKeys = 'addEventListener("keydown", (event) => { globalThis.keyAt = event.timeStamp }, true)'

async function openPage(browser: Browser, path: string): Promise<{ page: Page; ms: number; bytes: number }> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(rememberKeys)
  await page.goto(`${baseUrl}/explorer${path}#token=${token}`, { waitUntil: 'commit' })
  const { ms, bytes }: { ms: number; bytes: number } = await page.evaluate(whenThere)
  return { page, ms, bytes }
}

async function measurePages(browser: Browser): Promise<void> {
  console.log('| Page | There after, ms | Slowest, ms | Script, kB |\n|---|---|---|---|')
  for (const path of pages) {
    const times: number[] = []
    let script = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const { page, ms, bytes } = await openPage(browser, path)
      times.push(ms)
      script = bytes
      await page.context().close()
    }
    console.log(`| ${path} | ${figure(median(times))} | ${figure(Math.max(...times))} | ${figure(script / 1000)} |`)
  }
}

async function measureSearch(browser: Browser, { page: path, field, least }: (typeof searches)[number]): Promise<void> {
  const { page } = await openPage(browser, path)
  const input = page.locator(field).first()
  const times: number[] = []
  for (const text of texts) {
    await input.fill('')
    for (let length = 1; length <= text.length; length += 1) {
      const typed = text.slice(0, length)
      await input.press(typed.at(-1) === ' ' ? 'Space' : (typed.at(-1) ?? ''))
      if (length >= least && typed.trim() === typed) times.push(await page.evaluate(whenFound(typed)))
      await page.waitForTimeout(KEY_MS)
    }
  }
  await page.context().close()
  const [half, most] = [quantile(times, 0.5), quantile(times, 0.95)].map(figure)
  console.log(`| ${path} | ${times.length} | ${half} | ${most} | ${figure(Math.max(...times))} |`)
}

function figure(value: number): string {
  return value.toFixed(0)
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
await measurePages(browser)
console.log('\n| Search | Keys | p50, ms | p95, ms | Slowest, ms |\n|---|---|---|---|---|')
for (const search of searches) await measureSearch(browser, search)
await browser.close()
