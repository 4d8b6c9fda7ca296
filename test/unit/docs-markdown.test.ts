import { expect } from 'chai'
import { linksOf } from '../../api/docs/links.ts'
import { renderMarkdown } from '../../api/docs/render-markdown.ts'

const render = (markdown: string) => renderMarkdown(markdown, (href) => href)

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

  it('gives headings the anchors that they have in the repository', () => {
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

  it('lets wide tables and code scroll by themselves, also with the keyboard', () => {
    const { html } = render('| a |\n|---|\n| b |\n\n```\nx\n```')
    expect(html).to.contain('<div class="wide" tabindex="0"><table>')
    expect(html).to.contain('<pre tabindex="0">')
  })

  it('lets long names break where they are joined', () => {
    expect(render('`A_B/c.d e.`').html).to.contain('<code>A_<wbr>B/<wbr>c.<wbr>d e.</code>')
  })

  it('turns links between files into links between pages', () => {
    const published = new Map([
      ['docs/guides/rest.md', 'rest'],
      ['docs/problems/a.md', 'problems/a'],
    ])
    const resolve = linksOf('docs/problems/a.md', '..', published)
    expect(resolve('../guides/rest.md#errors')).to.equal('../rest#errors')
    expect(resolve('a.md')).to.equal('../problems/a')
    expect(resolve('/docs/reference')).to.equal('../reference')
    expect(resolve('/openapi.json')).to.equal('../openapi.json')
    expect(resolve('#cause')).to.equal('#cause')
    expect(resolve('https://example.com/x')).to.equal('https://example.com/x')
    expect(() => resolve('../adr/1.md')).to.throw('docs/problems/a.md links to ../adr/1.md, which is not published')
  })
})
