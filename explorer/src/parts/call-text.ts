import { type OperationId, type Operations, toRequest } from '@tenant-data/client'

/** A call of an API operation. */
export type Call = { [Id in OperationId]: { operationId: Id; input: Operations[Id]['input'] } }[OperationId]

/** The call as a shell command, which reads the token from the variable TOKEN. */
export function curlText({ operationId, input }: Call, baseUrl: string): string {
  const { url, init } = toRequest(operationId, input, baseUrl)
  const lines = [`curl -s ${shellText(url)}`, '-H "Authorization: Bearer $TOKEN"']
  if (init.body === undefined) return lines.join(' \\\n  ')
  return [...lines, "-H 'Content-Type: application/json'", `-d ${shellText(init.body)}`].join(' \\\n  ')
}

/** The call with the client, which reads the token from the environment. */
export function clientText({ operationId, input }: Call, baseUrl: string): string {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const text = Object.keys(given).length === 0 ? '' : sourceText(given)
  return `const client = createClient({ baseUrl: ${sourceText(baseUrl)}, token: process.env.TOKEN ?? '' })
const result = await client.${operationId}(${text})`
}

/** Quotes any text as one word of a shell command. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A value as TypeScript source: names without quotes, strings with single quotes. */
export function sourceText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sourceText).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, field]) => `${name}: ${sourceText(field)}`)
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
  }
  if (typeof value !== 'string') return String(value)
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
