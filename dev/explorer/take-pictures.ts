import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { readDemoFacts } from '../../demo/feed/demo-facts.ts'
import { projectFolder } from '../runtime/folders.ts'

/** `npm run pictures`: takes the docs' pictures of each Explorer page, from the demo of a running `npm start`. */
const facts = readDemoFacts(join(process.env.LOCAL_FOLDER ?? '.local', 'demo.json'))
const token = facts?.organizations[0]?.tokens[0]?.token
if (!facts || !token) throw new Error('There is no demo: run npm start first')
if (facts.loadedAt === null) throw new Error('The demo is still loading: wait until npm start has loaded everything')
const { baseUrl } = facts
const pictures = join(projectFolder, 'docs/pictures')

async function get<T>(path: string): Promise<T> {
  const answer = await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

/** The URLs of the pages: with the style that changed most, and a material and factory on which systems disagree. */
async function addresses(): Promise<Record<string, string>> {
  const { largest } = await get<{ largest: { style: string }[] }>('/v1/bom/yield-changes/summary?top=1')
  const style = largest[0]?.style ?? ''
  const [entity] = await get<{ id: string }[]>(`/v1/entities?type=style&limit=1&q=${encodeURIComponent(style)}`)
  return {
    overview: '/',
    changes: '/changes',
    yields: `/yields?style=${encodeURIComponent(style)}`,
    graph: `/graph?entity=${entity?.id ?? ''}`,
    materials: '/materials',
    freshness: '/freshness',
    exports: '/exports',
    ingest: '/ingest?list=rejections',
  }
}

async function take(page: Page, name: string, address: string, scheme: string): Promise<void> {
  await page.goto(`${baseUrl}/explorer${address}#token=${token}`)
  await page.getByRole('main').waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  await page.screenshot({ path: join(pictures, `${name}-${scheme}.png`) })
  console.log(`${name}, ${scheme}`)
}

mkdirSync(pictures, { recursive: true })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, address] of Object.entries(await addresses())) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1400, height: 900 } })
    await take(await context.newPage(), name, address, colorScheme)
    await context.close()
  }
}
await browser.close()
