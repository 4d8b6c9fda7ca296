import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { escapeHtml } from '../../../api/docs/markdown/escape-html.ts'
import { Problem, type ProblemCode, problems } from '../../../schemas/problem.ts'
import { docsOptions, type ServedDocs, serveDocs } from '../../support/docs/docs.ts'

const folder = join(import.meta.dirname, '../../../docs/problems')
const codes = Object.keys(problems) as ProblemCode[]

describe('problem pages', () => {
  let docs: ServedDocs
  before(async () => {
    docs = await serveDocs()
  })
  after(() => docs.close())

  it('exist for each problem code, and for nothing else', () => {
    const pages = readdirSync(folder).filter((file) => file !== 'README.md')
    expect(pages.sort()).to.deep.equal(codes.map((code) => `${code}.md`).sort())
  })

  for (const code of codes) {
    const { status, title, recovery, retryable } = problems[code]

    it(`show ${code} with its title, status, recovery and whether to retry`, async () => {
      const response = await fetch(`${docs.url}/docs/problems/${code}`)
      expect(response.status).to.equal(200)
      const html = (await response.text()).replace(/<wbr>| data-label="[^"]*"/g, '')
      expect(html).to.contain(`>${title}</h1>`)
      expect(html).to.contain(`<td><code>${code}</code></td>\n<td>${status}</td>\n<td>${retryable ? 'yes' : 'no'}</td>`)
      expect(html).to.contain(escapeHtml(recovery))
      for (const section of ['cause', 'example', 'what-to-do']) expect(html).to.contain(`<h2 id="${section}">`)
    })

    it(`show a body of ${code} as the service would return it`, () => {
      const [, json = ''] = /```json\n([\s\S]*?)\n```/.exec(readFileSync(join(folder, `${code}.md`), 'utf8')) ?? []
      const example = Problem.parse(JSON.parse(json.replaceAll('{docs_url}', docsOptions.docsUrl)))
      const type = `${docsOptions.docsUrl}/problems/${code}`
      expect(example).to.include({ type, title, status, code, retryable, recovery })
      expect(status === 400 ? example.errors : undefined).to.not.deep.equal([])
    })
  }
})
