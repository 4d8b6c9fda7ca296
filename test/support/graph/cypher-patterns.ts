/** What a query says without its comments and quoted text. */
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

/** Whether a pattern holds things of the caller's organization only, by itself or by a predicate on its variable. */
export function isBound({ variable, properties }: Pattern, statement: string): boolean {
  if (/\btenantKey:\s*\$tenantKey\b/.test(properties)) return true
  if (variable === '') return false
  const inline = new RegExp(String.raw`[([]${variable}(?::[^(){}\]]*)?\{[^}]*tenantKey:\s*\$tenantKey\b`)
  const predicate = new RegExp(String.raw`\b${variable}\.tenantKey\s*=\s*\$tenantKey\b`)
  return inline.test(statement) || predicate.test(statement)
}
