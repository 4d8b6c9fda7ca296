import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { withGeneration } from './with-generation.ts'

/** Whose data a statement is about: that of one organization, which the caller must name, or the service's own. */
export type Binding = 'tenant' | 'system'

/**
 * A read or a write: fixed text beside the types of its parameters and rows. One that is bound to an organization has
 * another type than one that is not, so that mixing them up does not compile.
 */
export interface Query<Params = Record<string, unknown>, Row = unknown, B extends Binding = Binding> {
  /** The folder of its file and its own name, such as `graph/listLinks`. */
  readonly name: string
  /** As its file has it. */
  readonly text: string
  /** As Neo4j gets it, with the parameters in one map. */
  readonly sentText: string
  readonly mode: 'READ' | 'WRITE'
  readonly binding: B
  /**
   * Of a read of what the projectors made, some of which a rebuild lets be missing for a while: the same with the
   * generation of the graph that it is of. Null for all others.
   */
  readonly textWithGeneration: string | null
  readonly parameterNames: readonly string[]
  readonly row: { parse(row: unknown): Row }
  readonly columns: readonly string[]
  /** Carries the type of the parameters; never set. */
  readonly params?: Params
}

/** What a statement is run for: an organization by its key, or none. One that may be either cannot be run. */
export type BoundTo<B extends Binding> = [B] extends ['tenant'] ? string : [B] extends ['system'] ? null : never

const every: Query[] = []

/** Every statement that was declared, for the tests over all of them. */
export const queries: readonly Query[] = every

/** The statements of one organization's data in the `.cypher` file beside a module, which gives its `import.meta.url`. */
export function tenantStatements(module: string) {
  return statementsBeside(module, 'tenant')
}

/** The statements of what belongs to no organization, or to all: their files are in `cypher/system/`. */
export function systemStatements(module: string) {
  return statementsBeside(module, 'system')
}

interface Declaration<Params extends z.ZodObject, Row extends z.ZodObject> {
  params: Params
  row: Row
}

function statementsBeside<B extends Binding>(module: string, binding: B) {
  const file = fileURLToPath(module).replace(/\.ts$/, '.cypher')
  const texts = statementsOf(readFileSync(file, 'utf8'))
  const room = basename(dirname(file))
  const declare =
    (mode: Query['mode']) =>
    <P extends z.ZodObject, R extends z.ZodObject>(statement: string, { params, row }: Declaration<P, R>) => {
      const text = texts.get(statement)
      if (text === undefined) throw new Error(`${basename(file)} has no statement ${statement}`)
      const columns = Object.keys(row.shape)
      const isOfProjections = binding === 'tenant' && room !== 'exports'
      const query: Query<z.input<P>, z.output<R>, B> = {
        name: `${room}/${statement}`,
        text,
        sentText: sentText(text),
        mode,
        binding,
        textWithGeneration: isOfProjections && mode === 'READ' ? sentText(withGeneration(text, columns)) : null,
        parameterNames: Object.keys(params.shape),
        row: { parse: (value) => row.parse(value) },
        columns,
      }
      every.push(query)
      return query
    }
  return {
    /** Declares a read by its name; its rows are parsed, its parameters checked by the compiler. */
    read: declare('READ'),
    /** Declares a write by its name. */
    write: declare('WRITE'),
  }
}

/**
 * A statement whose parameters are the entries of one map, `$params`. Neo4j keeps a plan for each combination of its
 * parameters' types, where null is a type, too, and so are short and long lists: each by itself, they would have a filter
 * planned again for each other combination of parameters, which takes seconds on a busy server. What is inside a map is not
 * looked at.
 */
export function sentText(text: string): string {
  return text.replace(/\$(\w+)/g, '$$params.$1')
}

/** The statements of a file by name: each stands below its line `// name: listLinks`. */
export function statementsOf(file: string): Map<string, string> {
  const parts = file.split(/^\/\/ name: (\w+)\n/m)
  return new Map(parts.flatMap((part, at) => (at % 2 === 1 ? [[part, parts[at + 1]?.trim() ?? '']] : [])))
}
