import { decoded } from './mistaken-bytes.ts'

type Fields = Readonly<Record<string, unknown>>

const REQUIRED = ['specversion', 'id', 'source', 'type', 'subject', 'time', 'tenantid', 'sourceversion', 'data']
const ENVELOPED = 'must be a CloudEvent as one JSON object'

/**
 * Guesses what JSON that is not an event was meant to be, and returns advice. Returns null if it may be an event with
 * faults. The result contains nothing of the JSON.
 */
export function mistakeForEvent(json: unknown): string | null {
  if (!isObject(json)) return `${ENVELOPED}; ${mistakeForObject(json)}`
  const wrapped = wrapping(json)
  if (wrapped !== null) return `${ENVELOPED}; ${wrapped}`
  if ('data_base64' in json && !('data' in json)) return 'data_base64 is not read: send data as JSON'
  const missing = REQUIRED.filter((name) => !(name in json))
  const isBare = missing.length === REQUIRED.length
  return isBare ? `${ENVELOPED}; looks like data without its envelope: it has none of ${missing.join(', ')}` : null
}

/** Does the same for JSON in the place of an event's data. */
export function mistakeForData(data: unknown): string | null {
  if (isObject(data)) {
    const wrapped = wrapping(data)
    return wrapped === null ? null : `must be the record itself; ${wrapped}`
  }
  return data === undefined || data === null ? null : `must be a JSON object; ${mistakeForObject(data)}`
}

function mistakeForObject(json: unknown): string {
  if (Array.isArray(json)) return 'looks like a list: send each as a record of its own'
  if (typeof json === 'string') return mistakeForText(json.trim())
  return json === null
    ? 'it is the word null; a deletion is a null value of Kafka, or a deleted event'
    : `it is a ${typeof json}`
}

function mistakeForText(text: string): string {
  const inside = decoded(text)
  if (inside !== null) return `looks like base64 of ${inside}: send the JSON itself`
  return /^[{[]/.test(text) ? 'looks like JSON inside a JSON string: it was serialized twice' : 'it is a JSON string'
}

/** Recognizes the envelopes of Kafka Connect and of Debezium, also nested. */
function wrapping(fields: Fields): string | null {
  const { schema, payload } = fields
  const isConnect = Object.keys(fields).length === 2 && schema !== undefined && payload !== undefined
  if (isConnect) {
    const inner = isObject(payload) && isDebezium(payload) ? `, around a ${DEBEZIUM}` : ''
    return `looks like the envelope of Kafka Connect (schema, payload): set schemas.enable=false${inner}`
  }
  return isDebezium(fields) ? `looks like a ${DEBEZIUM}` : null
}

const DEBEZIUM =
  'change event of Debezium (before, after, op): unwrap it (ExtractNewRecordState) and make the event of it'

function isDebezium({ op, before, after }: Fields): boolean {
  return op !== undefined && (before !== undefined || after !== undefined)
}

function isObject(json: unknown): json is Fields {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}
