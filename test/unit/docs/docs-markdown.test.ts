import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { linksOf } from '../../../api/docs/links.ts'
import { finishedMarkdown } from '../../../api/docs/markdown/finished-markdown.ts'
import { renderMarkdown } from '../../../api/docs/markdown/render-markdown.ts'
import { pictureSize } from '../../../api/docs/picture-size.ts'
import { projectFolder } from '../../../dev/runtime/folders.ts'

const render = (markdown: string) => renderMarkdown(markdown, (href) => href)

const pictures = ['a.svg', 'b-light.png', 'b-dark.png', 'c-light.png', 'd-dark.png']
const published = new Map(pictures.map((name) => [`docs/${name}`, name]))
const sizes = new Map(pictures.map((name) => [`docs/${name}`, { width: 40, height: 20 }]))
/** Renders Markdown as on a page in the folder of these pictures. */
const show = (markdown: string) => renderMarkdown(markdown, linksOf('docs/page.md', '', published, sizes))

describe('Markdown of the docs', () => {
  it('shows raw HTML as text, and drops comments', () => {
    const { html } = render('a <b onclick="x()">b</b>\n\n<script>x()</script>\n\n<!-- begin x -->\n\nend')
    expect(html).to.not.match(/<script|<b\b|<!--/)
    expect(html).to.contain('&lt;script&gt;')
  })

  it('escapes code, its language and the targets of links', () => {
    const { html } = render('```a"b\n<i>&\n```\n\n[x](https://e.org/"onclick="x)\n\n`<u>`')
    expect(html).to.contain('<code class="language-a&quot;b">&lt;i&gt;&amp;</code>')
    expect(html).to.contain('<code>&lt;u&gt;</code>')
    expect(html).to.not.contain('"onclick="')
  })

  it('gives headings the same anchors as GitHub', () => {
    const { headings, title } = render(
      '# The `tda` tool\n\n## Errors, & limits\n\n## Errors, & limits\n\n### `a <b>` [c](d)',
    )
    expect(title).to.equal('The tda tool')
    expect(headings.map(({ slug }) => slug)).to.deep.equal([
      'the-tda-tool',
      'errors--limits',
      'errors--limits-1',
      'a-b-c',
    ])
    expect(headings.at(-1)?.text).to.equal('a <b> c')
  })

  it('makes wide tables and code scrollable, with the keyboard too', () => {
    const { html } = render('| a |\n|---|\n| b |\n\n```\nx\n```')
    expect(html).to.contain('<div class="wide" tabindex="0"><table>')
    expect(html).to.contain('<pre tabindex="0">')
  })

  it('renders an empty corner of a table as a cell, not as a header', () => {
    expect(render('| | a |\n|---|---|\n| b | c |').html).to.contain('<tr>\n<td></td>\n<th scope="col">a</th>')
  })

  it('gives each cell of a table the header of its column, for screens that show rows as cards', () => {
    const { html } = render('| | A "b" | `c` |\n|---|--:|---|\n| one | two | |\n| three | [x](y) | z |')
    const cells = [...html.matchAll(/<td(?: data-label="([^"]*)")?[^>]*>(.+?)<\/td>/g)].map(([, ...groups]) => groups)
    expect(cells).to.deep.equal([
      [undefined, 'one'],
      ['A &quot;b&quot;', 'two'],
      [undefined, 'three'],
      ['A &quot;b&quot;', '<a href="y">x</a>'],
      ['c', 'z'],
    ])
    expect(html).to.contain('<th scope="col" class="right">A &quot;b&quot;</th>')
  })

  it('shows a picture with its size and a link to its file', () => {
    const { html } = show('![What to see](a.svg)')
    expect(html).to.contain(
      '<a class="picture" href="/a.svg"><img src="/a.svg" alt="What to see" width="40" height="20" loading="lazy"></a>',
    )
  })

  it('shows a picture with a dark variant once, by theme', () => {
    const { html } = show('![Seen](b-light.png)\n\n![Seen, dark](b-dark.png)')
    expect(html.match(/<img /g)).to.have.length(1)
    expect(html).to.contain(
      '<picture><source media="screen and (prefers-color-scheme: dark)" srcset="/b-dark.png"><img src="/b-light.png" alt="Seen"',
    )
    expect(show('![Alone](c-light.png)').html).to.not.contain('<source')
    expect(show('![Alone](d-dark.png)').html).to.contain('src="/d-dark.png"')
  })

  it('rejects a picture without a description', () => {
    expect(() => show('![](a.svg)')).to.throw('a.svg has no description')
  })

  it('reads the size of a picture from its file', () => {
    const svg = (attributes: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}></svg>`)
    expect(pictureSize('a.svg', svg('viewBox="0 0 800.4 300"'))).to.deep.equal({ width: 800, height: 300 })
    expect(() => pictureSize('a.svg', svg('width="1"'))).to.throw('a.svg has no viewBox')
    const png = readFileSync(join(projectFolder, 'docs/pictures/changes-light.png'))
    expect(pictureSize('a.png', png)).to.deep.equal({ width: 1400, height: 900 })
    expect(pictureSize('a.json', Buffer.from('{}'))).to.equal(null)
  })

  it('renders consecutive blocks in several languages as tabs', () => {
    const { html } = render('```sh\na\n```\n\n<!-- end -->\n\n```ts\nb\n```\n\n```python\nc\n```\n\nend')
    expect(html.match(/role="tab"/g)).to.have.length(3)
    expect(
      [...html.matchAll(/<code class="language-(\w+)">(\w)<\/code>/g)].map(([, ...groups]) => groups),
    ).to.deep.equal([
      ['sh', 'a'],
      ['ts', 'b'],
      ['python', 'c'],
    ])
    expect(html).to.contain('<p>end</p>')
  })

  it('renders no tabs for blocks in one language, or with text between them', () => {
    for (const apart of [
      '```sh\na\n```\n\n```sh\nb\n```',
      '```sh\na\n```\n\nthen\n\n```ts\nb\n```',
      '```sh\na\n```\n\n```json\n1\n```',
    ])
      expect(render(apart).html, apart).to.not.contain('role="tab"')
  })

  it('highlights code in six languages and no others', () => {
    const languages = { sh: 'echo "a"', json: '"a"', python: '"a"', ts: "'a'", sql: "'a'", http: 'A: b' }
    for (const [language, code] of Object.entries(languages))
      expect(render(`\`\`\`${language}\n${code}\n\`\`\``).html, language).to.match(/<span class="hljs-/)
    expect(render('```text\n"a" <b>\n```').html).to.contain('&quot;a&quot; &lt;b&gt;</code>')
  })

  it('completes links and removes comments in the Markdown that is sent, and keeps code', () => {
    const source =
      'See [a](b.md#c).\n\n<!-- begin x -->\n\n`[a](b)`\n\n```sh\n[a](b) <!-- c -->\n```\n\n<!-- values\nx\n-->\n'
    const finished = finishedMarkdown(source, (href) => `https://e.org/${href}`)
    expect(finished).to.equal('See [a](https://e.org/b.md#c).\n\n`[a](b)`\n\n```sh\n[a](b) <!-- c -->\n```\n')
  })

  it('allows line breaks within long names after their separators', () => {
    expect(render('`A_B/c.d e.`').html).to.contain('<code>A_<wbr>B/<wbr>c.<wbr>d e.</code>')
    expect(render('`/a?b=c&d,e`').html).to.contain('/a?<wbr>b=<wbr>c&amp;<wbr>d,<wbr>e')
    expect(render('`.local/data`, `127.0.0.1:8080`').html)
      .to.contain('>.local/<wbr>data<')
      .and.to.contain('>127.0.0.1:8080<')
  })

  it('turns links between files into links between pages', () => {
    const published = new Map([
      ['docs/reference/introduction.md', 'reference/introduction'],
      ['docs/problems/a.md', 'problems/a'],
    ])
    const resolve = linksOf('docs/problems/a.md', '..', published)
    expect(resolve('../reference/introduction.md#errors')).to.equal('../reference/introduction#errors')
    expect(resolve('a.md')).to.equal('../problems/a')
    expect(resolve('/docs/reference')).to.equal('../reference')
    expect(resolve('/openapi.json')).to.equal('../openapi.json')
    expect(resolve('/asyncapi.json')).to.equal('../asyncapi.json')
    expect(resolve('/explorer/changes?style=0012')).to.equal('../../explorer/changes?style=0012')
    const whole = linksOf('docs/problems/a.md', 'https://e.org/docs', published, new Map(), 'https://e.org')
    expect(whole('/explorer/changes')).to.equal('https://e.org/explorer/changes')
    expect(resolve('#cause')).to.equal('#cause')
    expect(resolve('https://example.com/x')).to.equal('https://example.com/x')
    expect(() => resolve('../adr/1.md')).to.throw('docs/problems/a.md links to ../adr/1.md, which is not published')
  })
})
