import type { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'

const uuid = { type: 'string', format: 'uuid' } as const
const text = (pattern?: string) => ({ type: 'string', ...(pattern ? { pattern } : {}) }) as const
const count = (minimum: number) => ({ type: 'integer', minimum }) as const
const aUuid = '7d0c2f4e-3b7a-4d61-9a55-0d4a5b1f8e21'

/** Every header that a response can have, with its description. */
const described = {
  'X-Request-ID': {
    description: 'ID of the request: a UUID that the service creates. Include it when you report a problem.',
    schema: uuid,
    example: aUuid,
  },
  'X-Correlation-ID': {
    description: '`X-Correlation-ID` of the request if it is a UUID, otherwise the request ID.',
    schema: uuid,
    example: aUuid,
  },
  'X-Service-Data-Region': {
    description: 'Region of the service that returns the response.',
    schema: text('^[a-z0-9-]{2,16}$'),
    example: 'eu-west',
  },
  RateLimit: {
    description:
      'Remaining requests (`r`) and seconds until the limit is reset (`t`), as in draft-ietf-httpapi-ratelimit-headers.',
    schema: text('^"(default|address)";r=[0-9]+;t=[0-9]+(, "organization";r=[0-9]+;t=[0-9]+)?$'),
    example: '"default";r=599;t=26',
  },
  'RateLimit-Policy': {
    description:
      'Limit of requests (`q`) in a window of `w` seconds, which is a UTC minute. The policies are `default` for ' +
      'the token, `organization` for all tokens of its organization together, and `address` for failed authentications.',
    schema: text('^"(default|address)";q=[0-9]+;w=60(, "organization";q=[0-9]+;w=60)?$'),
    example: '"default";q=600;w=60',
  },
  'RateLimit-Limit': {
    description: 'Limit of requests per UTC minute, of the policy with the fewest remaining requests.',
    schema: count(1),
    example: 600,
  },
  'RateLimit-Remaining': { description: 'Remaining requests in this UTC minute.', schema: count(0), example: 599 },
  'RateLimit-Reset': {
    description: 'Seconds until the limit is reset.',
    schema: { ...count(1), maximum: 60 },
    example: 26,
  },
  'WWW-Authenticate': {
    description: 'Challenge of RFC 6750. Contains an error only if the request had a token.',
    schema: text('^Bearer '),
    example: 'Bearer realm="tenant-data-api", error="invalid_token"',
  },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: count(0), example: 26 },
  'Cache-Control': { description: 'How the response can be cached.', schema: text(), example: 'private, no-cache' },
  Vary: {
    description: 'Request headers that the response depends on.',
    schema: text(),
    example: 'Authorization, Accept-Encoding',
  },
  ETag: {
    description: 'Identifies the contents of the response. Send it as `If-None-Match` to get 304 if nothing changed.',
    schema: text('^(W/)?"[^"]+"$'),
    example: 'W/"Y3q8vWw0Zk1s0C7o2u3vXw"',
  },
} as const

type HeaderName = keyof typeof described
export type Headers = Record<string, { $ref: string }>

const always = ['X-Request-ID', 'X-Correlation-ID', 'X-Service-Data-Region', 'Cache-Control'] as const
const limits = ['RateLimit', 'RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

/** Registers the headers. The returned function makes the headers of a response by its status and method. */
export function registerHeaders(registry: OpenAPIRegistry): (status: number, method?: 'GET' | 'POST') => Headers {
  const names = Object.keys(described) as HeaderName[]
  const references = names.map((name) => {
    const { ref } = registry.registerComponent('headers', name, { required: true, ...described[name] })
    return [name, ref] as const
  })
  const byName = new Map(references)
  return (status, method) => {
    const carried = [...always, ...(status === 401 ? [] : limits), ...demandedBy(status, method)]
    return Object.fromEntries(carried.flatMap((name) => [[name, byName.get(name) ?? { $ref: '' }]]))
  }
}

function demandedBy(status: number, method: 'GET' | 'POST' | undefined): HeaderName[] {
  if (status === 401) return ['WWW-Authenticate']
  if (status === 429 || status === 503) return ['Retry-After']
  return method === 'GET' ? ['ETag', 'Vary'] : []
}
