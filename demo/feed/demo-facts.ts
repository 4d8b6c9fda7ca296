import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { Scope } from '../../schemas/scopes.ts'

/** Addresses and tokens of the running system for scripts. The file contains secrets. */
export const DemoFacts = z.object({
  baseUrl: z.string(),
  adminUrl: z.string(),
  docsUrl: z.string(),
  /** host:port, comma-separated. */
  kafkaBrokers: z.string(),
  neo4jUri: z.string(),
  /** Of the user neo4j of the embedded server; empty for a server that was given, and in files of older versions. */
  neo4jPassword: z.string().default(''),
  /** When all of the demo had been loaded; null during the load, and in files of older versions. */
  loadedAt: z.string().nullable().default(null),
  organizations: z.array(
    z.object({ key: z.string(), tokens: z.array(z.object({ scopes: z.array(Scope), token: z.string() })) }),
  ),
})
export type DemoFacts = z.infer<typeof DemoFacts>

/** The facts of an earlier start; null when there are none that can be read. */
export function readDemoFacts(file: string): DemoFacts | null {
  try {
    return DemoFacts.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Writes the facts for their owner's eyes only, at once: a script never reads half of them. */
export function writeDemoFacts(file: string, facts: DemoFacts): void {
  const draft = `${file}.draft`
  writeFileSync(draft, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 })
  // The mode above does nothing when an interrupted start has left a draft.
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}
