import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { layout } from './layout.ts'
import { IMMUTABLE, type Published, publish } from './published.ts'

const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')
const assets = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const

const body = `<h1 class="visually-hidden">API reference</h1>
<div id="reference"><noscript><p>The reference needs JavaScript; the contract itself is
<a href="openapi.json">openapi.json</a>.</p></noscript></div>
`

/** The API reference by its path below the docs: Swagger UI from its package, so that it works without the internet. */
export function reference(baseUrl: string): [string, Published][] {
  const folder = `assets/swagger-ui-${versionOf(manifest)}`
  const head = `<link rel="stylesheet" href="./${folder}/swagger-ui.css">
<link rel="stylesheet" href="./assets/reference.css">
<script src="./${folder}/swagger-ui-bundle.js" defer></script>
<script src="./assets/reference.js" defer></script>
`
  const html = layout({ title: 'API reference', headings: [], html: body }, { path: 'reference', root: '.' }, head)
  const page = publish('text/html; charset=utf-8', html, { contentSecurityPolicy: policy(baseUrl) })
  const files = Object.entries(assets).map(([name, type]): [string, Published] => {
    const content = readFileSync(join(dirname(manifest), name))
    return [`${folder}/${name}`, publish(type, content, { cacheControl: IMMUTABLE })]
  })
  return [['reference', page], ...files]
}

/** Swagger UI has its icons as data; requests that are tried out go to the API and nowhere else. */
function policy(baseUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function versionOf(file: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}
