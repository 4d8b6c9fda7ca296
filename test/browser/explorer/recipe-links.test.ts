import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { type ExplorerWorld, explorerWorld } from '../../support/explorer/explorer-world.ts'
import { chosenIn } from '../../support/explorer/url-of.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'

const text = readFileSync(join(projectFolder, 'docs/read/recipes-for-planners.md'), 'utf8')
const links = new Map([...text.matchAll(/\[([^\]]+)\]\(\/explorer(\/[^)]*)\)/g)].map(([, name, path]) => [path, name]))

describeWith(['chromium'], 'the links of recipes to the Explorer', () => {
  let world: ExplorerWorld

  before(async () => {
    world = await explorerWorld()
  })

  for (const [path = '', name = ''] of links) {
    it(`open ${path}`, async () => {
      const page = await world.open(path)
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await until('the page is loaded', async () => (await page.locator('.skeleton').count()) === 0)
      expect(await page.getByRole('alert').count()).to.equal(0)
      const [shown, given] = [new URL(page.url()), new URL(`/explorer${path}`, page.url())]
      expect(shown.pathname).to.equal(given.pathname)
      // The page adds the snapshots that it shows.
      expect([...shown.searchParams]).to.deep.include.members([...given.searchParams])
      expect(chosenIn(shown.href)).to.deep.equal(chosenIn(given.href))
    })
  }

  it('exist', () => {
    expect(links.size).to.be.above(8)
  })
})
