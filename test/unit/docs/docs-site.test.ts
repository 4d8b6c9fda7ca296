import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { problems } from '../../../schemas/problem.ts'
import { docsOptions, type ServedDocs, serveDocs } from '../../support/docs/docs.ts'
import { all, byClass, byName, byRole, type Element, parseHtml, textOf } from '../../support/docs/html.ts'

describe('the site of the docs', () => {
  let docs: ServedDocs
  let start: Element
  /** Every page that a sidebar names, by its path on the server. */
  let pages: Map<string, Element>

  before(async () => {
    docs = await serveDocs()
    start = await pageAt('/docs/')
    const folded = await Promise.all(['/docs/problems', '/docs/adr'].map(async (at) => pathsIn(await pageAt(at), at)))
    const listed = [...pathsIn(start, '/docs/'), ...folded.flat()]
    pages = new Map()
    for (const path of new Set(listed)) pages.set(path, await pageAt(path))
  })
  after(() => docs.close())

  async function textAt(path: string): Promise<string> {
    const response = await fetch(`${docs.url}${path}`)
    expect(response.status, path).to.equal(200)
    return response.text()
  }
  const pageAt = async (path: string) => parseHtml(await textAt(path))
  const sidebarsOf = (page: Element) =>
    byName(page, 'nav').filter(({ attributes }) => attributes['aria-label'] === 'Docs')

  /** The pages that the sidebar of a page leads to. */
  function pathsIn(page: Element, at: string): string[] {
    const [sidebar] = sidebarsOf(page)
    const links = sidebar ? byName(sidebar, 'a').map(({ attributes }) => attributes.href ?? '') : []
    return links.filter((href) => !href.startsWith('#')).map((href) => new URL(href, `${docs.url}${at}`).pathname)
  }

  it('has every written page in its sidebar', () => {
    const written = globSync('docs/**/*.md', { cwd: projectFolder, exclude: ['docs/**/README.md'] })
    const paths = written.map((file) => file.slice('docs/'.length, -'.md'.length))
    const expected = [...paths, 'reference', 'changelog', 'problems', 'adr']
    expect(written).to.have.length.above(50)
    expect([...pages.keys()]).to.include.members(expected.map((path) => `/docs/${path}`))
    expect([...pages.keys()]).to.include.members(Object.keys(problems).map((code) => `/docs/problems/${code}`))
  })

  it('marks exactly the current page in the sidebar and in the menu for phones', () => {
    for (const [path, page] of pages) {
      const sidebars = sidebarsOf(page)
      expect(sidebars, path).to.have.length(2)
      for (const sidebar of sidebars) {
        const current = all(sidebar, ({ attributes }) => attributes['aria-current'] === 'page')
        const targets = current.map(({ attributes }) => new URL(attributes.href ?? '', `${docs.url}${path}`).pathname)
        expect(targets, path).to.deep.equal([path])
      }
      expect(byName(sidebars[1] ?? page, 'details'), path).to.have.length(1)
    }
  })

  it('lists error codes and decisions only in their own sections', () => {
    expect(pathsIn(start, '/docs/')).to.not.include('/docs/problems/rate_limited')
    expect(pathsIn(start, '/docs/')).to.include('/docs/adr').and.not.include('/docs/adr/0002-tenant-in-the-runner')
    const decisions = pathsIn(pages.get('/docs/adr') ?? start, '/docs/adr')
    expect(decisions).to.include('/docs/adr/0002-tenant-in-the-runner').and.not.include('/docs/problems/rate_limited')
    const [sidebar] = sidebarsOf(pages.get('/docs/problems/rate_limited') ?? start)
    expect(textOf(sidebar ?? start)).to.contain('query_timeout')
  })

  it('links each page to the next and the previous one, through all pages', () => {
    const path: string[] = []
    for (let at: string | undefined = '/docs/'; at !== undefined; ) {
      const page: Element = pages.get(at) ?? start
      expect(target(page, 'prev', at), at).to.equal(path.at(-1))
      path.push(at)
      at = target(page, 'next', at)
    }
    expect(path).to.have.members([...pages.keys()])
    expect(new Set(path).size).to.equal(path.length)
  })

  function target(page: Element, relation: string, at: string): string | undefined {
    const [link] = all(page, ({ attributes }) => attributes.rel === relation)
    return link && new URL(link.attributes.href ?? '', `${docs.url}${at}`).pathname
  }

  it('has landmarks, a skip link, and headings without missing levels', () => {
    for (const [path, page] of pages) {
      for (const name of ['header', 'main', 'footer']) expect(byName(page, name), `${path}: ${name}`).to.have.length(1)
      expect(byRole(page, 'search'), path).to.have.length(1)
      const [skip] = byName(page, 'a')
      expect(skip?.attributes, path).to.deep.include({ class: 'skip', href: '#content' })
      expect(byName(page, 'main')[0]?.attributes.id, path).to.equal('content')
      const levels = all(page, ({ name }) => /^h\d$/.test(name)).map(({ name }) => Number(name[1]))
      const jumps = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)
      expect(jumps, `${path}: ${levels}`).to.deep.equal([])
    }
  })

  it('has a copy button on every block of code', () => {
    let count = 0
    for (const [path, page] of pages) {
      const blocks = byClass(page, 'code')
      expect(byName(page, 'pre'), path).to.have.length(blocks.length)
      for (const block of blocks) {
        const [code, button] = [byName(block, 'code'), byName(block, 'button')]
        expect([code.length, button.length, button[0]?.attributes['data-copy']], path).to.deep.equal([1, 1, 'code'])
      }
      count += blocks.length
    }
    expect(count).to.be.above(150)
  })

  it('has for each tab a pane with the name of its language', () => {
    let count = 0
    for (const [path, page] of pages) {
      for (const group of byClass(page, 'tabs')) {
        const [tabs, panes] = [byRole(group, 'tab'), byRole(group, 'tabpanel')]
        expect(
          tabs.map(({ attributes }) => attributes['aria-controls']),
          path,
        ).to.deep.equal(panes.map(({ attributes }) => attributes.id))
        expect(
          tabs.filter(({ attributes }) => attributes['aria-selected'] === 'true'),
          path,
        ).to.have.length(1)
        expect(
          panes.map((pane) => textOf(byClass(pane, 'language')[0] ?? pane)),
          path,
        ).to.deep.equal(tabs.map(textOf))
        count += 1
      }
    }
    expect(count).to.be.above(20)
  })

  it('describes each page by its first sentence, for search engines and previews of links', () => {
    const described = new Map<string, string>()
    for (const [path, page] of pages) {
      const metas = new Map(
        byName(page, 'meta').map(({ attributes }) => [attributes.name ?? attributes.property, attributes.content]),
      )
      const description = metas.get('description') ?? ''
      expect(description, path).to.match(/^\S+ .*\S$/)
      expect(description, path).to.not.match(/[*`]|\]\(/)
      expect(metas.get('og:description'), path).to.equal(description)
      expect(metas.get('og:type'), path).to.equal(path === '/docs/' ? 'website' : 'article')
      expect(metas.get('og:title'), path).to.equal(textOf(byName(page, 'h1')[0] ?? page))
      described.set(path, description)
    }
    expect(new Set(described.values()).size).to.be.above(described.size / 2)
  })

  it('states the size and a description of each picture', () => {
    const shown = [...pages.values()].flatMap((page) => byName(page, 'img'))
    expect(shown).to.not.be.empty
    for (const { attributes } of shown) {
      expect(Number(attributes.width) > 0 && Number(attributes.height) > 0, attributes.src).to.equal(true)
      expect(attributes.alt, attributes.src).to.match(/\S/)
      expect(attributes.loading, attributes.src).to.equal('lazy')
    }
  })

  it('hides controls that need a script, and no text, if scripts are disabled', () => {
    for (const [path, page] of pages) {
      const hidden = byClass(page, 'needs-script')
      const interactive = ['button', 'input', 'textarea', 'select'].flatMap((name) => byName(page, name))
      const within = hidden.flatMap((one) => [one, ...all(one, () => true)])
      expect(
        interactive.filter((one) => !within.includes(one)),
        path,
      ).to.deep.equal([])
      expect(
        hidden.filter((one) => byName(one, 'pre').length > 0),
        path,
      ).to.deep.equal([])
    }
  })

  it('has no inline scripts or styles', () => {
    for (const [path, page] of pages) {
      expect(
        byName(page, 'script').filter((script) => textOf(script) !== ''),
        path,
      ).to.deep.equal([])
      const inline = all(page, ({ name, attributes }) => {
        return name === 'style' || Object.keys(attributes).some((attribute) => /^(style|on\w+)$/.test(attribute))
      })
      expect(inline, path).to.deep.equal([])
    }
  })

  it('serves each page as Markdown at its URL with .md', async () => {
    for (const path of ['/docs', ...pages.keys()]) {
      const response = await fetch(`${docs.url}${path.replace(/\/$/, '/index')}.md`)
      expect([response.status, response.headers.get('content-type')], path).to.deep.equal([
        200,
        'text/markdown; charset=utf-8',
      ])
      expect(await response.text(), path).to.match(/^# \S/)
    }
  })

  it('serves the Markdown of the repository, without comments and with complete, valid links', async () => {
    const published = new Set<string>()
    for (const file of globSync('docs/{read,send,operate,concepts}/*.md', { cwd: projectFolder })) {
      const sent = await textAt(`/${file}`)
      const source = readFileSync(join(projectFolder, file), 'utf8')
        .replaceAll('{base_url}', docsOptions.baseUrl)
        .replaceAll('{docs_url}', docsOptions.docsUrl)
      expect(bare(sent), file).to.equal(bare(source))
      expect(withoutCode(sent), file).to.not.contain('<!--')
      for (const [, href = ''] of withoutCode(sent).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (href.startsWith('#')) continue
        const url = new URL(href)
        if (url.href.startsWith(`${docsOptions.baseUrl}/explorer/`)) continue
        if (url.origin === new URL(docsOptions.docsUrl).origin) published.add(url.pathname)
      }
    }
    expect(published.size).to.be.above(15)
    expect(published).to.include('/docs/send/records.md')
    for (const path of published) expect((await fetch(`${docs.url}${path}`)).status, path).to.equal(200)
  })

  it('lists the Markdown of every page in llms.txt', async () => {
    const text = await textAt('/llms.txt')
    expect(text).to.match(/^# Tenant Data API\n\n> \S.*\n/)
    expect(await textAt('/docs/llms.txt')).to.equal(text)
    const listed = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, url = '']) => new URL(url).pathname)
    expect(listed).to.have.members([...pages.keys()].map((path) => `${path.replace(/\/$/, '/index')}.md`))
  })
})

function withoutCode(markdown: string): string {
  return markdown.replace(/^ *```[\s\S]*?^ *```$/gm, '').replace(/`[^`\n]+`/g, '')
}

/** Markdown without the parts that may differ: link targets, comments, and empty lines. */
function bare(markdown: string): string {
  return markdown
    .replace(/\]\([^)\s]+\)/g, ']')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\n\s*\n/g, '\n')
    .trim()
}
