import { once } from 'node:events'
import { createServer } from 'node:http'
import express from 'express'
import { respondAs } from '../worker.ts'

export type BareExpress = {
  /** Serves one JSON value at one path, for GET and, after parsing the body, for POST. Returns its port. */
  serve(response: { path: string; body: unknown }): Promise<number>
}

respondAs<BareExpress>({
  async serve({ path, body }) {
    const app = express()
    app.get(path, (_req, res) => {
      res.json(body)
    })
    app.post(path, express.json(), (_req, res) => {
      res.json(body)
    })
    const server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  },
})
