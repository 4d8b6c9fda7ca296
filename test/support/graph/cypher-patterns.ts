/** A query without its comments and quoted text. */
export function statementOf(text: string): string {
  return text.replace(/\/\/.*$/gm, '').replace(/'(?:[^'\\]|\\.)*'/g, "''")
}

/** One node or relationship of a pattern. */
export interface Pattern {
  text: string
  variable: string
  properties: string
}

const NODE = String.raw`\((\w*)(?::[^(){}]*(?:\([^)]*\))?[^(){}]*)?(\{[^}]*\})?\)`
const RELATIONSHIP = String.raw`\[(\w*)(?::[^\]{}]*)?(\{[^}]*\})?\]`
const AT_START = String.raw`(?:\b(?:MATCH|MERGE|CREATE)\s+|[-,>]\s*)`

/** Every node, relationship and procedure result that a statement matches or creates. */
export function patternsOf(statement: string): Pattern[] {
  const clauses =
    statement.match(
      /\b(?:MATCH|MERGE|CREATE)\b[\s\S]*?(?=\b(?:MATCH|MERGE|CREATE|WHERE|USING|SET|ON|WITH|RETURN|DELETE|CALL|UNWIND|REMOVE|ORDER|UNION)\b|$)/g,
    ) ?? []
  const found = clauses.flatMap((clause) => [
    ...clause.matchAll(new RegExp(AT_START + NODE, 'g')),
    ...clause.matchAll(new RegExp(String.raw`-\s*${RELATIONSHIP}`, 'g')),
  ])
  const patterns = found.map(([text, variable = '', properties = '']) => ({ text, variable, properties }))
  const yielded = [...statement.matchAll(/\bYIELD\s+node\s+AS\s+(\w+)/g)]
  return [...patterns, ...yielded.map(([text, variable = '']) => ({ text, variable, properties: '' }))]
}

/** Whether a pattern is bound to the tenant, by its properties or by a predicate on its variable. */
export function isBound({ variable, properties }: Pattern, statement: string): boolean {
  if (/\btenantKey:\s*\$tenantKey\b/.test(properties)) return true
  if (variable === '') return false
  const inline = new RegExp(String.raw`[([]${variable}(?::[^(){}\]]*)?\{[^}]*tenantKey:\s*\$tenantKey\b`)
  const predicate = new RegExp(String.raw`\b${variable}\.tenantKey\s*=\s*\$tenantKey\b`)
  return inline.test(statement) || predicate.test(statement)
}

const AGGREGATE = /\b(?:count|collect|min|max|sum|avg)\s*\(/i

/**
 * The WITH clauses before a write that only aggregate. Without a grouping key they return a row even if an earlier
 * WHERE left none, so the write that the filter should prevent takes place.
 */
export function ungroupedBeforeWrites(statement: string): string[] {
  return [...statement.matchAll(/\bWITH\s+([^\n]*(?:\n[ ]{2,}[^\n]*)*)/g)]
    .filter(({ 1: items = '' }) =>
      topLevelParts(items.split(/\bWHERE\b/)[0] ?? '').every((item) => AGGREGATE.test(item)),
    )
    .filter(({ 0: clause, index }) => /\b(?:SET|MERGE|CREATE|DELETE)\b/.test(statement.slice(index + clause.length)))
    .map(([clause]) => clause)
}

/** Splits at commas outside of brackets. */
function topLevelParts(items: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of items) {
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}
