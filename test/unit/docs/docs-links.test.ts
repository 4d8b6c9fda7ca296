import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { createSlugs } from '../../../api/docs/markdown/slugs.ts'
import { type ServedDocs, serveDocs } from '../../support/docs/docs.ts'

const project = join(import.meta.dirname, '../../..')

interface Served {
  status: number
  type: string
  text: string
}

/** All pages and files that the landing page links to, directly or not, by URL without an anchor. */
async function crawl(start: string): Promise<Map<string, Served>> {
  const pages = new Map<string, Served>()
  const waiting = [start]
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (pages.has(url)) continue
    const response = await fetch(url)
    const type = response.headers.get('content-type') ?? ''
    const page = { status: response.status, type, text: await response.text() }
    pages.set(url, page)
    for (const { target } of linksOf(url, page)) {
      // The Explorer is not served here: test/unit/docs/explorer-links.test.ts compares its addresses with its pages.
      if (target.pathname.startsWith('/explorer/')) continue
      if (target.origin === new URL(start).origin) waiting.push(withoutHash(target))
    }
  }
  return pages
}

function linksOf(url: string, { type, text }: Served): { element: string; target: URL }[] {
  if (!type.startsWith('text/html')) return []
  const found = text.matchAll(/<(a|link|script|img|iframe|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g)
  return [...found].map(([, element = '', href = '']) => ({
    element,
    target: new URL(href.replaceAll('&amp;', '&'), url),
  }))
}

function withoutHash(url: URL): string {
  return url.href.slice(0, url.href.length - url.hash.length)
}

describe('links of the docs', () => {
  let docs: ServedDocs
  let pages: Map<string, Served>

  before(async () => {
    docs = await serveDocs()
    pages = await crawl(`${docs.url}/docs`)
  })
  after(() => docs.close())

  it('reach every kind of page', () => {
    const paths = new Set([...pages.keys()].map((url) => new URL(url).pathname))
    expect(paths.size).to.be.greaterThan(35)
    expect(paths).to.include.all.keys(
      '/docs/quickstart',
      '/docs/reference',
      '/docs/problems/rate_limited',
      '/docs/events/tenantdata.sku.upserted.v1.json',
      '/docs/assets/text.css',
      '/docs/changelog',
    )
  })

  it('lead to existing pages', () => {
    const dead = [...pages].filter(([, { status }]) => status !== 200).map(([url]) => url)
    expect(dead).to.deep.equal([])
  })

  it('lead to existing sections', () => {
    const dead = [...pages].flatMap(([url, page]) =>
      linksOf(url, page)
        .filter(({ target }) => target.hash !== '' && pages.has(withoutHash(target)))
        .filter(({ target }) => !pages.get(withoutHash(target))?.text.includes(` id="${target.hash.slice(1)}"`))
        .map(({ target }) => `${url}: ${target.hash}`),
    )
    expect(dead).to.deep.equal([])
  })

  it('load nothing from other servers', () => {
    const foreign = [...pages].flatMap(([url, page]) =>
      linksOf(url, page).filter(({ element, target }) => element !== 'a' && target.origin !== docs.url),
    )
    expect(foreign).to.deep.equal([])
    const styles = [...pages].filter(([, { type }]) => type.startsWith('text/css')).map(([, { text }]) => text)
    expect(styles).to.not.be.empty
    expect(styles.filter((style) => /url\((?!["']?data:)|@import/.test(style))).to.deep.equal([])
  })

  it('lead to pages with one first heading, and without repeated anchors', () => {
    for (const [url, { type, text }] of pages) {
      if (!type.startsWith('text/html')) continue
      expect(text.match(/<h1\b/g), url).to.have.length(1)
      const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      expect(new Set(ids).size, url).to.equal(ids.length)
    }
  })
})

describe('links between the files of the repository', () => {
  const files = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: project })]
  const textOf = (file: string) => readFileSync(join(project, file), 'utf8')
  const anchorsOf = (file: string) => {
    const slugOf = createSlugs()
    const headings = textOf(file)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/^#+ (.*)$/gm)
    return new Set([...headings].map(([, text = '']) => slugOf(text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))))
  }

  /** Top-level folders, so that paths in code style are found, such as `test/unit/api/cursor.test.ts`. */
  const rooms = readdirSync(project, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
  )
  const path = new RegExp(`\`((?:${rooms.map(({ name }) => name).join('|')})/[\\w./-]+)\``, 'g')

  it('name existing files and folders', () => {
    const named = files
      .flatMap((file) => [...textOf(file).matchAll(path)].map(([, name = '']) => ({ file, name })))
      .filter(({ name }) => !name.split('/').includes('dist'))
    expect(named.length).to.be.greaterThan(100)
    expect(named.filter(({ name }) => !existsSync(join(project, name)))).to.deep.equal([])
  })

  for (const file of files) {
    it(`are valid in ${file}`, () => {
      const links = [
        ...textOf(file)
          .replace(/^```[\s\S]*?^```/gm, '')
          .matchAll(/\]\(([^)\s]+)\)/g),
      ].map(([, href = '']) => href)
      const inside = links.filter((href) => !/^https?:|^\/(docs|explorer)\/|^\/(openapi|asyncapi)\.json$/.test(href))
      const dead = inside.filter((href) => {
        const [path = '', anchor] = href.split('#')
        const target = path === '' ? file : join(dirname(file), path)
        if (!existsSync(join(project, target))) return true
        return anchor !== undefined && !anchorsOf(target).has(anchor)
      })
      expect(dead).to.deep.equal([])
    })
  }
})
