type Json = unknown

/** Fields whose values differ each time, so only their types are compared. */
const differing = new Set([
  ...['requestId', 'correlationId', 'next', 'ingestedAt', 'lagSeconds', 'evaluatedAt', 'lastAppliedAt'],
  ...['nextExpectedAt', 'lastSuccessAt', 'lastAttemptAt', 'sourceWatermarkAt'],
])

/** Stands for omitted text, fields, or items. */
const MORE = '…'

/**
 * The differences between JSON in the docs and a real response, as lines. Fields and items may be left out in the docs.
 * `alsoDiffering` are further fields whose values differ each time.
 */
export function differences(shown: Json, real: Json, alsoDiffering: readonly string[] = [], path = ''): string[] {
  if (Array.isArray(shown)) {
    return Array.isArray(real) ? ofArrays(shown, real, alsoDiffering, path) : [saying(path, shown, real)]
  }
  if (!isObject(shown)) return shown === real ? [] : [saying(path, shown, real)]
  if (!isObject(real)) return [saying(path, shown, real)]
  return Object.entries(shown).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`
    if (name === MORE) return []
    if (!(name in real)) return [`${at} does not come`]
    const other = real[name]
    if (!differing.has(name) && !alsoDiffering.includes(name)) return differences(value, other, alsoDiffering, at)
    return typeof value === typeof other && (value === null) === (other === null) ? [] : [saying(at, value, other)]
  })
}

/** Checks that each item in the docs occurs in the response, in the same order. */
function ofArrays(shown: Json[], real: Json[], alsoDiffering: readonly string[], path: string): string[] {
  let from = 0
  return shown.flatMap((item, at) => {
    const found = real.findIndex(
      (other, place) => place >= from && differences(item, other, alsoDiffering).length === 0,
    )
    if (found >= 0) {
      from = found + 1
      return []
    }
    const place = `${path}[${at}]`
    return real[at] === undefined ? [`${place} does not come`] : differences(item, real[at], alsoDiffering, place)
  })
}

/** Reduces a real response to the fields, and the number of items, of the JSON in the docs. */
export function cutLike(shown: Json, real: Json): Json {
  if (Array.isArray(shown)) return Array.isArray(real) ? real.slice(0, shown.length).map(cutItem) : real
  if (!isObject(shown) || !isObject(real)) return real
  const keeps = (name: string) => name === MORE || differing.has(name)
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, keeps(name) ? value : cutLike(value, real[name])]),
  )

  function cutItem(item: Json, at: number): Json {
    return Array.isArray(shown) ? cutLike(shown[at], item) : item
  }
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function saying(path: string, shown: Json, real: Json): string {
  return `${path} is ${JSON.stringify(real)?.slice(0, 200)}, not ${JSON.stringify(shown)?.slice(0, 200)}`
}

/** All JSON documents within a text. */
export function jsonDocuments(text: string): Json[] {
  const found: Json[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '{') continue
    const end = endOfObject(text, at)
    if (end < 0) break
    try {
      found.push(JSON.parse(text.slice(at, end)))
    } catch {
      continue
    }
    at = end - 1
  }
  return found
}

function endOfObject(text: string, start: number): number {
  let depth = 0
  let isText = false
  for (let at = start; at < text.length; at += 1) {
    const one = text[at]
    if (isText) {
      if (one === '\\') at += 1
      else if (one === '"') isText = false
    } else if (one === '"') isText = true
    else if (one === '{') depth += 1
    else if (one === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}
