type Json = Record<string, unknown>

/** The request that the prefilled form of the reference sends. */
export interface Prefilled {
  operationId: string
  method: string
  /** Path and query; contains `{name}` for path parameters that the reader has to fill in. */
  path: string
  body: string | null
  accept: string
  /** The security scheme of the token. */
  scheme: string
  /** Required parameters that are empty: the reader has to fill them in. */
  empty: string[]
  /** The example response of the contract. */
  shown: unknown
}

/**
 * The requests of all operations. The value of a parameter is its example, or that of its schema, or the schema's
 * default.
 */
export function prefilledRequests(contract: Json): Prefilled[] {
  return Object.entries(contract.paths as Record<string, Json>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => prefilled(contract, path, method, operation as Json)),
  )
}

function prefilled(contract: Json, path: string, method: string, operation: Json): Prefilled {
  const query = new URLSearchParams()
  const empty: string[] = []
  let filled = path
  for (const parameter of (operation.parameters ?? []) as Json[]) {
    const { name, required } = parameter as { name: string; required?: boolean }
    const value = prefillOf(contract, parameter)
    if (value === undefined) {
      if (required) empty.push(name)
    } else if (parameter.in === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)))
    else for (const one of [value].flat()) query.append(name, String(one))
  }
  const [scheme = ''] = Object.keys((operation.security as Json[])[0] ?? {})
  const [accept, media] = Object.entries(contentOf((operation.responses as Json)['200']))[0] ?? ['', {}]
  const sent = contentOf(operation.requestBody)['application/json']?.example
  return {
    operationId: String(operation.operationId),
    method: method.toUpperCase(),
    path: query.size > 0 ? `${filled}?${query}` : filled,
    body: sent === undefined ? null : JSON.stringify(sent),
    accept,
    scheme,
    empty,
    shown: media.example,
  }
}

function contentOf(holder: unknown): Record<string, Json> {
  return ((holder as Json | undefined)?.content ?? {}) as Record<string, Json>
}

function prefillOf(contract: Json, parameter: Json): unknown {
  const schema = resolved(contract, (parameter.schema ?? {}) as Json)
  return parameter.example ?? schema.example ?? schema.default
}

function resolved(contract: Json, schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema
  const schemas = (contract.components as Json).schemas as Record<string, Json>
  return { ...schemas[schema.$ref.replace(/^.*\//, '')], ...schema }
}
