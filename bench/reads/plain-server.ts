import { once } from 'node:events'
import { createServer } from 'node:http'
import { respondAs } from '../worker.ts'
import { type DriverTarget, openBareReader } from './bare-reader.ts'

export type PlainServer = {
  load(targets: Record<string, DriverTarget>): void
  /** Serves each page of each target at `/<target>/<number>`. Returns its port. */
  serve(given: null): Promise<number>
}

const reader = openBareReader()

/** The minimum cost of HTTP: Node's own server, which runs the same statements and concatenates their columns. */
respondAs<PlainServer>({
  load: reader.load,
  async serve() {
    const server = createServer(async ({ url = '' }, response) => {
      const [, target = '', page = ''] = url.split('/')
      const rows = await reader.read(decodeURIComponent(target), Number(page))
      const documents = rows.map((row) => Buffer.from(`${row.keys.map((column) => row.get(column)).join()},`))
      const body = Buffer.concat(documents)
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
      response.end(body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  },
})
