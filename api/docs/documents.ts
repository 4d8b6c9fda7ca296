import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layout } from './layout.ts'
import { linksOf } from './links.ts'
import { type Page, readFiles, readPages } from './pages.ts'
import { type Published, publish } from './published.ts'
import { reference } from './reference.ts'
import { type Rendered, renderMarkdown } from './render-markdown.ts'

export interface DocsOptions {
  /** Public address of the API. */
  baseUrl: string
  /** Public address of the docs. */
  docsUrl: string
  openApi: object
}

const HTML = 'text/html; charset=utf-8'
const CSS = 'text/css; charset=utf-8'
const types: Readonly<Record<string, string>> = { css: CSS, js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' }
const ownAssets = ['frame.css', 'text.css', 'reference.css', 'reference.js', 'icon.svg']

/** All that is published, made once, by the path that it is served at. */
export function documents(options: DocsOptions): Map<string, Published> {
  const pages = readPages()
  const render = rendererOf(pages, options)
  const below: [string, Published][] = [
    ['openapi.json', json(tryable(options))],
    ...pages.map((page): [string, Published] => [page.path, render(page, rootOf(page.path))]),
    ...readFiles().map(({ path, content }): [string, Published] => [path, publish(typeOf(path), content)]),
    ...ownAssets.map((name): [string, Published] => [`assets/${name}`, asset(name)]),
    ...reference(options.baseUrl),
  ]
  const served = below.map(([path, document]): [string, Published] => [`/docs/${path}`, document])
  const landing = pages.filter(({ path }) => path === '')
  return new Map([
    ['/openapi.json', json(options.openApi)],
    // Without the slash, the docs are one step below the page.
    ...landing.map((page): [string, Published] => ['/docs', render(page, './docs')]),
    ...served,
  ])
}

/** What is answered for an unknown path below `/docs/`. */
export function notFoundPage(path: string): Published {
  const root = rootOf(path)
  const html = `<h1>No such page</h1>\n<p>Go on from the <a href="${root}/">start of the docs</a>.</p>\n`
  return htmlPage({ title: 'No such page', headings: [], html }, path, root)
}

function rendererOf(pages: Page[], { baseUrl, docsUrl }: DocsOptions): (page: Page, root: string) => Published {
  const published = new Map([...pages, ...readFiles()].map(({ file, path }) => [file, path]))
  return ({ path, file, markdown }, root) => {
    const text = markdown.replaceAll('{base_url}', baseUrl).replaceAll('{docs_url}', docsUrl)
    return htmlPage(renderMarkdown(text, linksOf(file, root, published)), path, root)
  }
}

function htmlPage(rendered: Rendered, path: string, root: string): Published {
  return publish(HTML, layout(rendered, { path, root }))
}

/** The way from a page back to the docs' own address. */
function rootOf(path: string): string {
  const steps = path.split('/').length - 1
  return steps === 0 ? '.' : Array(steps).fill('..').join('/')
}

/** Where docs and API have one origin, requests that are tried out stay on it, by whichever name it was reached. */
function tryable({ openApi, baseUrl, docsUrl }: DocsOptions): object {
  const { origin, pathname } = new URL(baseUrl)
  return origin === new URL(docsUrl).origin ? { ...openApi, servers: [{ url: pathname }] } : openApi
}

function json(document: object): Published {
  return publish('application/json', JSON.stringify(document))
}

function typeOf(path: string): string {
  return path.endsWith('.json') ? 'application/schema+json' : 'text/plain; charset=utf-8'
}

function asset(name: string): Published {
  const content = readFileSync(join(import.meta.dirname, 'assets', name))
  return publish(types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream', content)
}
