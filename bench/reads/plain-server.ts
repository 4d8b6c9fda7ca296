import { once } from 'node:events'
import { createServer } from 'node:http'
import { respondAs } from '../worker.ts'
import { type DriverTarget, openBareReader } from './bare-reader.ts'

export type PlainServer = {
  load(targets: Record<string, DriverTarget>): void
  /** Serves each page of each target at `/<target>/<number>`, and says at which port. */
  serve(given: null): Promise<number>
}

const reader = openBareReader()

/** What a hop over HTTP costs at least: Node's own server, the same statements, and their columns joined. */
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
