import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { choosePort } from '../../../dev/runtime/ports/ports.ts'
import { portsOf } from '../../../dev/runtime/ports/remembered-ports.ts'

const listen = (port: number) =>
  new Promise<Server>((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server))
  })
const close = (server: Server) => new Promise((resolve) => server.close(resolve))

describe('ports of the runtime', () => {
  const lines: string[] = []
  let folder: string

  beforeEach(() => {
    lines.length = 0
    folder = mkdtempSync(join(tmpdir(), 'ports-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const ports = () => portsOf(folder, (line) => lines.push(line))

  it('are the preferred ones if they are free', async () => {
    const free = await choosePort([], new Set())
    expect(await ports()('Neo4j', free)).to.equal(free)
    expect(lines).to.deep.equal([])
  })

  it('are others if the preferred ones are in use, with a message, and stay the same after a restart', async () => {
    const wanted = await choosePort([], new Set())
    const other = await listen(wanted)
    const chosen = await ports()('Neo4j', wanted)
    expect(chosen).to.not.equal(wanted)
    expect(lines).to.deep.equal([`Port ${wanted} is taken; Neo4j uses ${chosen}.`])
    await close(other)
    expect(await ports()('Neo4j', wanted), 'remembered').to.equal(chosen)
    expect(lines).to.have.length(1)
  })

  it('change if the preferred ones change', async () => {
    const [first, second] = [await choosePort([], new Set()), await choosePort([], new Set())]
    await ports()('the API', first)
    expect(await ports()('the API', second)).to.equal(second)
  })

  it('are never assigned twice in one start', async () => {
    const free = await choosePort([], new Set())
    const giving = ports()
    const given = await Promise.all(['a', 'b', 'c', 'd'].map((name) => giving(name, free)))
    expect(new Set(given).size).to.equal(4)
    expect(given).to.include(free)
  })
})
