import { connect } from 'node:net'
import { modernHeaders, modernMeta } from './mcp.ts'

/** The tokens and the export that the requests use. */
export interface Attacker {
  /** A token with the scopes of every operation. */
  token: string
  /** A token of the kind mcp. */
  mcpToken: string
  /** The path of the file of a completed export. */
  download: string
}

/** A request within the documented limits, or just at them, that is built to cause the most work. */
export interface PathologicalRequest {
  name: string
  bytes: Buffer
}

/** A length just below 128 KiB, the limit of URL and headers together. */
const LONG = 120_000
/** A length just below 8 KiB, the limit of one header. */
const HEADER = 8000
/** A length just below 256 KiB, the limit of a body. */
const BODY = 255_000

/** Texts that headers are filled with: separators, quotes, list items, and invalid characters. */
const fillings = [' ', ',', ';', '"', '-', 'a', '\xe9', 'a,', '","', ';q="', 'W/"a",', '0-1,', '1.1.1.1,']
const fewFillings = [' ', '"']

/** Headers that the service parses, valid beginnings of their values, and the requests that parse them. */
const readHeaders: readonly [name: string, beginnings: readonly string[], place: 'token' | 'file' | 'page' | 'mcp'][] =
  [
    ['Accept', ['', 'application/json;', 'application/json;a="'], 'token'],
    ['Accept', ['', 'text/html;a="'], 'page'],
    ['Accept-Encoding', ['', 'gzip;'], 'file'],
    ['Authorization', ['', 'Bearer ', 'Bearer tda_local_'], 'token'],
    ['Content-Encoding', [''], 'mcp'],
    ['Content-Type', ['', 'application/json', 'application/json;'], 'mcp'],
    ['Expect', ['', '100-continue,'], 'mcp'],
    ['Host', [''], 'mcp'],
    ['If-None-Match', ['', '"'], 'file'],
    ['If-None-Match', [''], 'token'],
    ['If-Range', ['', '"'], 'file'],
    ['MCP-Protocol-Version', [''], 'mcp'],
    ['Mcp-Method', [''], 'mcp'],
    ['Mcp-Name', [''], 'mcp'],
    ['Origin', ['', 'http://'], 'mcp'],
    ['Range', ['bytes', 'bytes=', 'bytes=1', 'bytes=1-', `bytes=${' '.repeat(2000)}-`], 'file'],
    ['Traceparent', ['00-'], 'token'],
    ['Tracestate', ['', 'a='], 'token'],
    ['X-Correlation-ID', [''], 'token'],
    ['X-Forwarded-For', [''], 'token'],
  ]

/** Other common headers. */
const otherHeaders = [
  ...['Accept-Language', 'Baggage', 'Cache-Control', 'Cookie', 'Forwarded', 'Idempotency-Key', 'If-Match'],
  ...['If-Modified-Since', 'TE', 'Upgrade', 'User-Agent', 'X-Forwarded-Host', 'X-Forwarded-Proto'],
]

/** Sends a request with `Connection: close`; returns the status of the response, or NaN without one. */
export function statusOf(port: number, { bytes }: PathologicalRequest): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  let first: Buffer | null = null
  socket.on('data', (part: Buffer) => {
    first ??= part
  })
  // The service may respond and close the connection before the whole body was sent.
  socket.on('error', () => undefined)
  socket.on('close', () => resolve(first ? Number(first.toString('latin1', 9, 12)) : Number.NaN))
  return promise
}

/** Some hundred requests, each built to cause the most work. */
export function pathologicalRequests(attacker: Attacker): PathologicalRequest[] {
  return [
    ...withHeaders(attacker),
    ...withQueries(attacker),
    ...withPaths(attacker),
    ...withBodies(attacker),
    ...withMessages(attacker),
  ]
}

function withHeaders({ token, mcpToken, download }: Attacker): PathologicalRequest[] {
  const places = { token: '/v1/token', file: download, page: '/', mcp: '/mcp' }
  const bytesFor = (place: keyof typeof places, name: string, value: string) =>
    place === 'mcp'
      ? post('/mcp', mcpToken, rpc('ping'), { [name]: value })
      : request('GET', places[place], { Authorization: `Bearer ${token}`, [name]: value })
  const titleOf = (name: string, beginning: string, filling: string) =>
    `${name}: ${beginning.replace(/ {9,}/, ' … ')}${JSON.stringify(filling)}…`
  const read = readHeaders.flatMap(([name, beginnings, place]) =>
    beginnings.flatMap((beginning) =>
      fillings.map((filling) => ({
        name: `${titleOf(name, beginning, filling)} at ${places[place]}`,
        bytes: bytesFor(place, name, `${beginning}${filled(filling, HEADER - beginning.length)}x`),
      })),
    ),
  )
  const names = [...new Set([...readHeaders.map(([name]) => name), ...otherHeaders])]
  const others = names.flatMap((name) =>
    fewFillings.flatMap((filling) => [
      { name: titleOf(name, '', filling), bytes: bytesFor('token', name, `${filled(filling, HEADER)}x`) },
      { name: `${titleOf(name, '', filling)} of 120 kB`, bytes: bytesFor('token', name, `${filled(filling, LONG)}x`) },
    ]),
  )
  return [...read, ...others]
}

function withQueries({ token, mcpToken }: Attacker): PathologicalRequest[] {
  const numbered = (each: (at: number) => string, length = LONG) => repeated(each, length)
  const queries: Record<string, string> = {
    'invalid names': numbered((at) => `%ff${at}&`),
    'unknown names': numbered((at) => `n${at}&`),
    'unknown names near a known one': numbered((at) => `limitt${at % 10}${at}&`),
    'names of Object.prototype': numbered((at) => `${['__proto__', 'constructor', 'toString'][at % 3]}&`),
    'invalid values': numbered((at) => `a${at}=%ff&`),
    'one name again and again': numbered(() => 'limit=1&'),
    'a list again and again': numbered(() => 'relationshipType=x&'),
    'a list of valid values': numbered(() => 'relationshipType=HAS_SKU&'),
    'nothing but separators': filled('&', LONG),
    'values without names': filled('=&', LONG),
    escapes: filled('%41', LONG),
    'half escapes': filled('%', LONG),
    'plus signs': filled('+', LONG),
    'a long name': filled('a', LONG),
    'a long value': `q=${filled('a', LONG)}`,
    'a long cursor': `cursor=${filled('A', LONG)}`,
    'a cursor of full length': `cursor=${filled('A', 8192)}`,
    'a long time': `updatedSince=${filled('1', LONG)}`,
    'a long fraction of a second': `updatedSince=2026-01-01T00:00:00.${filled('1', LONG)}Z`,
    'a long number': `limit=${filled('9', LONG)}`,
    'words of one letter': `q=${repeated((at) => `${String.fromCodePoint(0x4e00 + at)}+`, 500, true)}`,
    'letters that become eighteen': `q=${encodeURIComponent(filled('\ufdfa', 500))}`,
    'combining marks': `q=${encodeURIComponent(`a${filled('\u0316\u0301', 499)}`)}`,
    'letters in parentheses': `q=${encodeURIComponent(repeated((at) => String.fromCodePoint(0x2474 + (at % 60)), 500, true))}`,
    'all letters of the plane': `q=${encodeURIComponent(repeated((at) => String.fromCodePoint(0x1d400 + at), 500, true))}`,
    'syntax of the index': `q=${encodeURIComponent(filled('+a -"b" ~c* ', 500))}`,
  }
  const paths = ['/v1/token', '/v1/entities', `/v1/entities/${ID}/relationships`]
  return Object.entries(queries).flatMap(([name, query]) => [
    ...paths.map((path) => ({
      name: `query with ${name}: ${path}`,
      bytes: request('GET', `${path}?${query}`, bearer(token)),
    })),
    { name: `query with ${name}: /mcp`, bytes: post(`/mcp?${query}`, mcpToken, rpc('ping')) },
    { name: `query with ${name}: /v1/exports`, bytes: post(`/v1/exports?${query}`, token, '{"kind":"entities"}') },
  ])
}

function withPaths({ token }: Attacker): PathologicalRequest[] {
  const paths: Record<string, string> = {
    slashes: filled('/', LONG),
    dots: filled('/..', LONG),
    escapes: `/v1/entities/${filled('%41', LONG)}`,
    'half escapes': `/v1/entities/${filled('%', LONG)}`,
    'a long id': `/v1/entities/${filled('a', LONG)}`,
    'a long id in the middle': `/v1/entities/${filled('-', LONG)}/relationships`,
    'a page of the docs': `/docs/${filled('a/', LONG)}`,
    'a file of the explorer': `/explorer/assets/${filled('a/', LONG)}`,
    'no authorization server': filled('/.well-known', LONG),
    'parts of tokens': `/v1/${filled('tda_ab_abcd', LONG)}`,
  }
  return Object.entries(paths).map(([name, path]) => ({
    name: `path with ${name}`,
    bytes: request('GET', path, bearer(token)),
  }))
}

/** JSON texts of the maximum length of a body. */
const values: Readonly<Record<string, string>> = {
  'lists in lists': nested('[', '0', ']'),
  'objects in objects': nested('{"a":', '0', '}'),
  'lists and objects in turn': nested('[{"":', '0', '}]'),
  'lists 65 deep': `${'['.repeat(65)}0${']'.repeat(65)}`,
  'lists that do not end': '['.repeat(BODY),
  'many unknown members': members((at) => `"n${at}":0`),
  'members near a known one': members((at) => `"kindd${at}":0`),
  'halves of surrogates in members': members((at) => `"a${at}":"\\ud800"`),
  'halves of surrogates in a list': list(() => '"\\ud800"'),
  'halves of surrogates in names': members((at) => `"\\ud800${at}":0`),
  'many zeros': list(() => '0'),
  'many empty lists': list(() => '[]'),
  'many empty objects': list(() => '{}'),
  'many small objects': list(() => '{"a":0}'),
  'many nulls': list(() => 'null'),
  'many texts': list(() => '""'),
  'equal members': members(() => '"a":0'),
  'a prototype': '{"__proto__":{"entityId":1}}',
  'many prototypes': list(() => '{"__proto__":0}'),
  'a constructor': '{"constructor":{"prototype":{}},"prototype":{},"toString":1,"hasOwnProperty":null}',
  'a toString that is none': '{"toString":1,"valueOf":2}',
  'a long text': `"${'a'.repeat(BODY)}"`,
  escapes: `"${filled('\\u0041', BODY)}"`,
  quotes: `"${filled('\\"', BODY)}"`,
  'a long number': '9'.repeat(BODY),
  'a number beyond all': '1e999999',
  spaces: `${' '.repeat(BODY)}0`,
  'a long name': `{"${'a'.repeat(BODY)}":0}`,
  'a long name of invalid values': `{"${'a'.repeat(BODY / 2)}":[${filled('"\\ud800",', BODY / 2 - 2)}0]}`,
}

/** The JSON texts that cause the most work. */
const fewValues = [
  'lists in lists',
  'many unknown members',
  'many empty objects',
  'a prototype',
  'a toString that is none',
  'a long text',
]

function valuesFor(isRead: boolean): [name: string, value: string][] {
  return Object.entries(values).filter(([name]) => isRead || fewValues.includes(name))
}

function withBodies({ token }: Attacker): PathologicalRequest[] {
  const places: Record<string, (value: string) => string> = {
    'the body': (value) => value,
    kind: (value) => `{"kind":${value}}`,
    parameters: (value) => `{"kind":"entities","parameters":${value}}`,
    'a parameter': (value) => `{"kind":"relationships","parameters":{"relationshipType":${value}}}`,
    'a text': (value) => `{"kind":"bom_yields","parameters":{"style":${value}}}`,
  }
  return Object.entries(places).flatMap(([place, put]) =>
    valuesFor(['the body', 'parameters', 'a parameter'].includes(place)).map(([name, value]) => ({
      name: `${place} with ${name}`,
      bytes: post('/v1/exports', token, put(value)),
    })),
  )
}

/** Places in MCP messages whose values the service reads. */
const readPlaces = [
  ...['the message', 'params of a list', 'arguments', 'a list of an argument', 'the parameters of an export'],
  ...['the icons of a client', '_meta of 2026-07-28', 'arguments of 2026-07-28'],
]

function withMessages({ mcpToken }: Attacker): PathologicalRequest[] {
  const meta = JSON.stringify(modernMeta())
  const places: Record<string, { body(value: string): string; headers?: Record<string, string> }> = {
    'the message': { body: (value) => value },
    'a batch': { body: (value) => `[${value}]` },
    id: { body: (value) => `{"jsonrpc":"2.0","id":${value},"method":"ping"}` },
    method: { body: (value) => `{"jsonrpc":"2.0","id":1,"method":${value}}` },
    params: { body: (value) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":${value}}` },
    'params of a list': { body: (value) => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${value}}` },
    _meta: { body: (value) => rpc('tools/list', `{"_meta":${value}}`) },
    progressToken: { body: (value) => rpc('tools/list', `{"_meta":{"progressToken":${value}}}`) },
    'the name of a tool': { body: (value) => rpc('tools/call', `{"name":${value}}`) },
    arguments: { body: (value) => rpc('tools/call', `{"name":"search_entities","arguments":${value}}`) },
    'an argument': { body: (value) => rpc('tools/call', `{"name":"search_entities","arguments":{"q":${value}}}`) },
    'a list of an argument': {
      body: (value) => rpc('tools/call', `{"name":"search_entities","arguments":{"fields":${value}}}`),
    },
    'the parameters of an export': {
      body: (value) =>
        rpc('tools/call', `{"name":"create_export","arguments":{"kind":"entities","parameters":${value}}}`),
    },
    'the name of a client': {
      body: (value) =>
        rpc(
          'initialize',
          `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":${value},"version":"1"}}`,
        ),
    },
    'the icons of a client': {
      body: (value) =>
        rpc(
          'initialize',
          `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1","icons":${value}}}`,
        ),
    },
    capabilities: {
      body: (value) =>
        rpc(
          'initialize',
          `{"protocolVersion":"2025-11-25","capabilities":${value},"clientInfo":{"name":"a","version":"1"}}`,
        ),
    },
    'the version of the protocol': {
      body: (value) =>
        rpc('initialize', `{"protocolVersion":${value},"capabilities":{},"clientInfo":{"name":"a","version":"1"}}`),
    },
    'an error': { body: (value) => `{"jsonrpc":"2.0","id":1,"error":${value}}` },
    'a result': { body: (value) => `{"jsonrpc":"2.0","id":1,"result":${value}}` },
    'a notification': { body: (value) => `{"jsonrpc":"2.0","method":"notifications/cancelled","params":${value}}` },
    '_meta of 2026-07-28': {
      body: (value) => rpc('tools/list', `{"_meta":${value}}`),
      headers: modernHeaders('tools/list'),
    },
    'params of 2026-07-28': {
      body: (value) => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${value}}`,
      headers: modernHeaders('tools/list'),
    },
    'a client of 2026-07-28': {
      body: (value) => rpc('tools/list', `{"_meta":${meta.replace('{"name":"test","version":"1"}', () => value)}}`),
      headers: modernHeaders('tools/list'),
    },
    'the name of a tool of 2026-07-28': {
      body: (value) => rpc('tools/call', `{"_meta":${meta},"name":${value},"arguments":{}}`),
      headers: modernHeaders('tools/call', 'search_entities'),
    },
    'arguments of 2026-07-28': {
      body: (value) => rpc('tools/call', `{"_meta":${meta},"name":"search_entities","arguments":${value}}`),
      headers: modernHeaders('tools/call', 'search_entities'),
    },
    'an id of 2026-07-28': {
      body: (value) => `{"jsonrpc":"2.0","id":${value},"method":"tools/list","params":{"_meta":${meta}}}`,
      headers: modernHeaders('tools/list'),
    },
    'the message of 2026-07-28': { body: (value) => value, headers: modernHeaders('tools/list') },
  }
  return Object.entries(places).flatMap(([place, { body, headers = {} }]) =>
    valuesFor(readPlaces.includes(place)).map(([name, value]) => ({
      name: `MCP: ${place} with ${name}`,
      bytes: post('/mcp', mcpToken, body(value), headers),
    })),
  )
}

const ID = '00000000-0000-4000-8000-000000000000'

function rpc(method: string, params = '{}'): string {
  return `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
}

function post(path: string, token: string, body: string, own: Record<string, string> = {}): Buffer {
  const accept = path.startsWith('/mcp') ? 'application/json, text/event-stream' : 'application/json'
  const bytes = Buffer.from(body.length > 256 * 1024 ? body.slice(0, 256 * 1024) : body)
  const usual = { ...bearer(token), Accept: accept, 'Content-Type': 'application/json' }
  const length = { 'Content-Length': String(bytes.length) }
  return Buffer.concat([request('POST', path, { ...usual, ...own, ...length }), bytes])
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

function request(method: string, path: string, own: Record<string, string>): Buffer {
  const all = { Host: 'localhost', Connection: 'close', ...own }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
}

function filled(filling: string, length: number): string {
  return filling.repeat(Math.floor(length / filling.length))
}

/** Concatenates texts up to a length, or `length` texts if `isCount`. */
function repeated(each: (at: number) => string, length: number, isCount = false): string {
  const parts: string[] = []
  for (let at = 0, size = 0; size < length; at += 1) {
    const part = each(at)
    parts.push(part)
    size += isCount ? 1 : part.length
  }
  return parts.join('')
}

function nested(open: string, inside: string, close: string): string {
  const levels = Math.floor(BODY / (open.length + close.length))
  return open.repeat(levels) + inside + close.repeat(levels)
}

function members(each: (at: number) => string): string {
  return `{${repeated((at) => `${each(at)},`, BODY)}"end":0}`
}

function list(each: () => string): string {
  return `[${filled(`${each()},`, BODY)}${each()}]`
}
