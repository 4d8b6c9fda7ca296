import { type PictureSize, type Rendered, type ResolveLink, renderMarkdown } from './markdown/render-markdown.ts'
import { type Page, readFiles, readPages } from './pages.ts'
import { pictureSize } from './picture-size.ts'
import { type Contract, tagsOf } from './reference/contract.ts'
import { type ReferencePage, referencePages } from './reference/reference-pages.ts'
import type { SubEntry } from './sidebar.ts'
import { type SiteSection, siteSections } from './site.ts'

export interface DocsOptions {
  /** Public address of the API. */
  baseUrl: string
  /** Public address of the docs. */
  docsUrl: string
  openApi: object
  asyncApi: object
}

/** A page with everything that is generated from it. */
export interface SiteContent {
  path: string
  name: string
  /** The file that relative links of the page are resolved from. */
  file: string
  markdown: string
  /** The Markdown that is indexed for the search. */
  searched: string
  within: readonly SubEntry[]
  /**
   * The problem code or operationId that each section describes, by the slug of the section; null is the whole page.
   */
  keys: ReadonlyMap<string | null, string>
  render(resolveLink: ResolveLink): Rendered
}

export interface Site {
  options: DocsOptions
  sections: readonly SiteSection[]
  pages: readonly SiteContent[]
  /** Path below the docs, by file. */
  published: ReadonlyMap<string, string>
  /** Sizes of pictures, by file. */
  pictures: ReadonlyMap<string, PictureSize>
}

const TOKEN_PAGE = 'reference/authentication'

/** The whole site: every page with its content. @throws Error for a page without content */
export function siteOf(options: DocsOptions): Site {
  const { baseUrl, docsUrl } = options
  const contract = options.openApi as Contract
  const sections = siteSections(tagsOf(contract).map(({ name }) => name))
  const written = readPages(sections)
  const tryUrl =
    new URL(baseUrl).origin === new URL(docsUrl).origin ? new URL(baseUrl).pathname.replace(/\/$/, '') : baseUrl
  const contents = new Map([
    ...written.map((page): [string, Omit<SiteContent, 'path' | 'name'>] => [page.path, writtenContent(page, options)]),
    ...referencePages(contract, { baseUrl, tryUrl, tokenPage: TOKEN_PAGE }).map(
      (page): [string, Omit<SiteContent, 'path' | 'name'>] => [page.path, referenceContent(page)],
    ),
  ])
  const pages = sections
    .flatMap((section) => section.pages)
    .map(({ path, name }) => {
      const content = contents.get(path)
      if (content === undefined) throw new Error(`The docs have no page ${path}`)
      return { path, name, ...content }
    })
  const files = readFiles()
  const published = new Map([...written, ...files].map(({ file, path }) => [file, path]))
  const pictures = files.flatMap(({ file, content }): [string, PictureSize][] => {
    const size = pictureSize(file, content)
    return size === null ? [] : [[file, size]]
  })
  return { options, sections, pages, published, pictures: new Map(pictures) }
}

function writtenContent(
  { path, file, markdown }: Page,
  { baseUrl, docsUrl }: DocsOptions,
): Omit<SiteContent, 'path' | 'name'> {
  const text = markdown.replaceAll('{base_url}', baseUrl).replaceAll('{docs_url}', docsUrl)
  const code = path.startsWith('problems/') ? path.slice('problems/'.length) : null
  return {
    file,
    markdown: text,
    searched: text,
    within: [],
    keys: new Map(code === null ? [] : [[null, code]]),
    render: (resolveLink) => renderMarkdown(text, resolveLink),
  }
}

function referenceContent({
  operations,
  markdown,
  searched,
  render,
}: ReferencePage): Omit<SiteContent, 'path' | 'name'> {
  return {
    // The links in its Markdown are relative to `docs/`.
    file: 'docs/reference.md',
    markdown,
    searched,
    within: operations.map(({ operationId, title }) => ({ slug: operationId, name: title })),
    keys: new Map(operations.map(({ operationId }) => [operationId, operationId])),
    render,
  }
}
