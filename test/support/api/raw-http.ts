import { connect } from 'node:net'

/** A response in the form of `fetch`, for requests that `fetch` refuses to send. */
export interface RawAnswer {
  status: number
  headers: Headers
  text(): Promise<string>
}

/**
 * Sends bytes over one connection, and reads until the server closes it, or until `answers` complete responses with a
 * Content-Length have arrived.
 */
export async function sendRaw(port: number, request: string | Buffer, answers = 1): Promise<RawAnswer[]> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer[]>()
  let received = ''
  socket.setTimeout(20_000, () => socket.destroy(new Error('no complete response within 20 s')))
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
    if (parse(received).length >= answers) socket.end()
  })
  socket.on('error', reject)
  socket.on('close', () => resolve(parse(received)))
  socket.write(request)
  return promise
}

function parse(received: string): RawAnswer[] {
  const found: RawAnswer[] = []
  let rest = received
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return found
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = new Headers(
      lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    const length = Number(headers.get('Content-Length') ?? 0)
    const text = rest.slice(end + 4, end + 4 + length)
    if (text.length < length) return found
    found.push({ status: Number(statusLine.split(' ')[1]), headers, text: async () => text })
    rest = rest.slice(end + 4 + length)
  }
}
