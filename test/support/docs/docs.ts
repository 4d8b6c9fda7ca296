import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import express from 'express'
import { docsRouter } from '../../../api/docs/docs-router.ts'

const contract: object = JSON.parse(readFileSync(join(import.meta.dirname, '../../../api/openapi.json'), 'utf8'))

export const docsOptions = {
  baseUrl: 'https://api.example.com',
  docsUrl: 'https://api.example.com/docs',
  openApi: contract,
  asyncApi: { asyncapi: '3.0.0', info: { title: 'Tenant Data API: events', version: '1.0' } },
}

export interface ServedDocs {
  url: string
  close(): Promise<void>
}

/** Serves the docs on a free port; requests that the docs router passes on return 418. */
export async function serveDocs(options = docsOptions): Promise<ServedDocs> {
  const app = express().disable('etag').use(docsRouter(options))
  app.use((_req, res) => {
    res.status(418).end()
  })
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
