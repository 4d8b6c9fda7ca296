import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { siteSections } from '../../../api/docs/site.ts'
import type { DemoFacts } from '../../../demo/feed/demo-facts.ts'
import { doors, firstWords, welcome } from '../../../dev/welcome.ts'

describe('the text at the end of npm start', () => {
  const asked: string[] = []
  const answers: Record<string, number> = {}
  const server = createServer((req, res) => {
    const path = String(req.url).replace(/\?.*/, '')
    const isFirst = !asked.includes(path)
    asked.push(path)
    res.writeHead(isFirst ? 503 : (answers[path] ?? 200)).end(JSON.stringify({ data: [{ id: 'a-style' }] }))
  })
  let apiUrl: string
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())

  const pathsIn = (text: string) => [...text.matchAll(/'https:\/\/api\.example(\S+)'/g)].map(([, path]) => path)
  const facts: DemoFacts = {
    baseUrl: 'https://api.example',
    adminUrl: '',
    docsUrl: 'https://api.example/docs',
    neo4jUri: '',
    neo4jPassword: '',
    kafkaBrokers: '',
    loadedAt: null,
    organizations: [{ key: 'quillmere', tokens: [{ token: 'tda_local_a', scopes: [] }] }],
  }
  const text = () => welcome(facts, { demoFile: 'demo.json', apiUrl })

  it('contains commands whose requests succeeded, some after a first 503', async () => {
    const paths = pathsIn(await text())
    expect(paths).to.have.length(5)
    expect(paths).to.include('/v1/entities/a-style/relationships?limit=5')
    expect(new Set(asked)).to.have.length(5)
  })

  it('links to the Explorer with a token, even while data is still loading', async () => {
    const explorer = 'https://api.example/explorer#token=tda_local_a\n'
    expect(firstWords(facts)).to.contain(`Open the Explorer  ${explorer}`)
    expect(await text()).to.contain(`Compare BOMs and check stock: ${explorer}`)
  })

  it('links planners, agent builders, data engineers, and operators to pages of the docs', async () => {
    const pages = siteSections([]).flatMap(({ pages }) => pages.map(({ path }) => path))
    expect(pages).to.include.members(Object.values(doors))
    const words = await text()
    for (const path of Object.values(doors)) expect(words).to.contain(`https://api.example/docs/${path}\n`)
    expect(words.match(/^(?:Planners|Agent builders|Data engineers|Operators) /gm)).to.have.length(4)
    expect(words.indexOf('Where to start:')).to.be.below(words.indexOf('Commands to paste:'))
  })

  it('leaves out commands whose requests return 404', async () => {
    answers['/v1/bom/yield-changes'] = 404
    expect(pathsIn(await text())).to.have.length(4)
  })

  it('is replaced by an error if the API rejects the token', async () => {
    answers['/v1/entities'] = 401
    const failure = await text().catch((error: Error) => error.message)
    expect(failure).to.equal("The API refuses the demo's token (status 401).")
  })
})
