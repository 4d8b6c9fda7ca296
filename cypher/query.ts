import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { withGeneration } from './with-generation.ts'

/** Whose data a statement accesses: that of one organization, which the caller must name, or the service's own. */
export type Binding = 'tenant' | 'system'

/**
 * A read or a write: a fixed text with the types of its parameters and rows. A statement for one organization has
 * another type than a system statement, so mixing them up does not compile.
 */
export interface Query<Params = Record<string, unknown>, Row = unknown, B extends Binding = Binding> {
  /** Folder and name of the statement, such as `graph/listLinks`. */
  readonly name: string
  /** The text in the file. */
  readonly text: string
  /** The text that is sent to Neo4j, with all parameters in one map. */
  readonly sentText: string
  readonly mode: 'READ' | 'WRITE'
  readonly binding: B
  /**
   * Whether the text that is sent contains the tenant label itself. Neo4j has no index for a label that is a parameter,
   * so it would scan the nodes of all organizations.
   */
  readonly hasLabelInText?: boolean
  /** Whether a read needs the latest commits, which other members of a cluster than the leader may not have yet. */
  readonly isFromLeader?: boolean
  /**
   * Only for a read of data that projectors wrote, which may be incomplete during a rebuild: the text that also returns
   * the generation of the graph. Otherwise null.
   */
  readonly textWithGeneration: string | null
  readonly parameterNames: readonly string[]
  readonly row: { parse(row: unknown): Row }
  readonly columns: readonly string[]
  /** Declares the type of the parameters; never set. */
  readonly params?: Params
}

/**
 * The organization key with which a statement runs, or null for a system statement. A statement of either type cannot
 * be run.
 */
export type BoundTo<B extends Binding> = [B] extends ['tenant'] ? string : [B] extends ['system'] ? null : never

const every: Query[] = []

/** All declared statements, for tests over all of them. */
export const queries: readonly Query[] = every

/**
 * Returns functions that declare statements for one organization's data. They are in the `.cypher` file next to the
 * module with this `import.meta.url`.
 */
export function tenantStatements(module: string) {
  return statementsBeside(module, 'tenant')
}

/**
 * Returns functions that declare statements for data of no organization or of all. Their files are in `cypher/system/`.
 */
export function systemStatements(module: string) {
  return statementsBeside(module, 'system')
}

interface Declaration<Params extends z.ZodObject, Row extends z.ZodObject> {
  params: Params
  row: Row
  isFromLeader?: boolean
  hasLabelInText?: boolean
}

function statementsBeside<B extends Binding>(module: string, binding: B) {
  const file = fileURLToPath(module).replace(/\.ts$/, '.cypher')
  const texts = statementsOf(readFileSync(file, 'utf8'))
  const room = basename(dirname(file))
  const declare =
    (mode: Query['mode']) =>
    <P extends z.ZodObject, R extends z.ZodObject>(
      statement: string,
      { params, row, isFromLeader = false, hasLabelInText = false }: Declaration<P, R>,
    ) => {
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
        isFromLeader,
        hasLabelInText,
        textWithGeneration: isOfProjections && mode === 'READ' ? sentText(withGeneration(text, columns)) : null,
        parameterNames: Object.keys(params.shape),
        row: { parse: (value) => row.parse(value) },
        columns,
      }
      every.push(query)
      return query
    }
  return {
    /** Declares a read by its name. Its rows are parsed, and its parameters are checked by the compiler. */
    read: declare('READ'),
    /** Declares a write by its name. */
    write: declare('WRITE'),
  }
}

/**
 * Moves all parameters into one map, `$params`. Neo4j caches a plan for each combination of parameter types, and null,
 * short lists and long lists are types of their own. With separate parameters, a statement with filters would be
 * planned again for each combination, which takes seconds on a busy server. Types inside a map are ignored.
 */
export function sentText(text: string): string {
  return text.replace(/\$(\w+)/g, '$$params.$1')
}

/** Returns the statements of a file by name. Each follows its line `// name: listLinks`. */
export function statementsOf(file: string): Map<string, string> {
  const parts = file.split(/^\/\/ name: (\w+)\n/m)
  return new Map(parts.flatMap((part, at) => (at % 2 === 1 ? [[part, parts[at + 1]?.trim() ?? '']] : [])))
}
