import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { parseAddress, writeAddress } from '../../../explorer/src/address.ts'
import { changesSearch } from '../../../explorer/src/pages/changes/changes-search.ts'
import { exportsSearch } from '../../../explorer/src/pages/exports/exports-search.ts'
import { freshnessSearch } from '../../../explorer/src/pages/freshness/freshness-search.ts'
import { graphSearch } from '../../../explorer/src/pages/graph/graph-search.ts'
import { ingestSearch } from '../../../explorer/src/pages/ingest/ingest-search.ts'
import { materialsSearch } from '../../../explorer/src/pages/materials/materials-search.ts'
import { requirementsSearch } from '../../../explorer/src/pages/requirements/requirements-search.ts'
import { yieldsSearch } from '../../../explorer/src/pages/yields/yields-search.ts'

const parsers: Record<string, (raw: Record<string, unknown>) => object> = {
  '/changes': changesSearch,
  '/yields': yieldsSearch,
  '/requirements': requirementsSearch,
  '/graph': graphSearch,
  '/materials': materialsSearch,
  '/freshness': freshnessSearch,
  '/exports': exportsSearch,
  '/ingest': ingestSearch,
}

const textOf = (file: string) => readFileSync(join(projectFolder, file), 'utf8')

/** The URLs below `/explorer` that the docs link to, each with its file. */
const linked = globSync('docs/**/*.md', { cwd: projectFolder }).flatMap((file) =>
  [...textOf(file).matchAll(/\]\(\/explorer(\/[^)\s]*)\)/g)].map(([, address = '']) => ({ file, address })),
)

describe('links of the docs to the Explorer', () => {
  it('open a page with a state that the page keeps', () => {
    expect(linked.length).to.be.above(10)
    const routes = [...textOf('explorer/src/pages.ts').matchAll(/\bpage\('(\/\w+)'/g)].map(([, path]) => path)
    for (const { file, address } of linked) {
      const [path = '', query = ''] = address.split(/(?=\?)/)
      expect(routes, file).to.include(path)
      const state = parsers[path]?.(parseAddress(query)) ?? {}
      expect(writeAddress({ ...state }), `${file}: ${address}`).to.equal(query)
    }
  })

  it('are the last lines of recipes for planners', () => {
    const [, ...recipes] = textOf('docs/read/recipes-for-planners.md').split(/^### /m)
    const ends = recipes.filter((recipe) => recipe.includes('](/explorer/'))
    expect(ends.length).to.equal(linked.filter(({ file }) => file.endsWith('/recipes-for-planners.md')).length)
    for (const recipe of ends) {
      const [own = ''] = recipe.split(/^## /m)
      expect(own.trim().split('\n').at(-1)).to.match(/^In the Explorer, open \[/)
    }
  })
})
