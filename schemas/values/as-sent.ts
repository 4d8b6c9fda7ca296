import { z } from 'zod'
import { described } from '../described.ts'

/** A decimal as sources may send it: trailing zeros are accepted and removed, even beyond 16 decimals. */
export const DecimalAsSent = z
  .string()
  .regex(
    /^-?(0|[1-9]\d{0,9})(\.\d{1,16}0*)?$/,
    'must be a decimal in quotes, without exponent, with at most 10 digits and 16 decimals, such as 1.25',
  )
  .transform(withoutTrailingZeros)

/** Codes of Recommendation 20 for a piece. They are all read as EA. */
export const aliasesOfEach: readonly unknown[] = ['C62', 'H87', 'PCE']

/** A unit as sources may send it. */
export const UnitAsSent = <T extends z.ZodType>(unit: T) =>
  z.preprocess((value) => (aliasesOfEach.includes(value) ? 'EA' : value), unit)

/** `1.50` → `1.5`, `2.0` → `2`, `-0.0` → `0`. */
export function withoutTrailingZeros(decimal: string): string {
  const trimmed = decimal.includes('.') ? decimal.replace(/\.?(?<!0)0+$/, '') : decimal
  return trimmed === '-0' ? '0' : trimmed
}

/** Control characters and characters without width, because two codes that differ only in these look the same. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/u

/**
 * A code, such as a style number. White space at its ends is removed, because fixed-width columns are padded with it.
 * Invisible characters are rejected.
 */
export function codeAsSent(max: number, min = 0) {
  const range = min > 0 ? `${min} to ${max}` : `at most ${max}`
  const trimmed = min > 0 ? z.string().trim().min(min) : z.string().trim()
  return trimmed
    .refine((value) => value.length <= max || [...value].length <= max, `must be text of ${range} characters`)
    .refine((value) => !INVISIBLE.test(value), 'must not contain control characters or invisible characters')
    .meta({ maxLength: max })
}

type AsSent<S extends z.ZodRawShape> = { [K in keyof S]: null extends z.output<S[K]> ? z.ZodDefault<S[K]> : S[K] }

/** A shape as sources may send it: a nullable field or a list may be absent. */
export function asSent<S extends z.ZodRawShape>(shape: S): AsSent<S> {
  const fields = Object.entries(shape).map(([name, field]) => {
    if (field instanceof z.ZodType && field.safeParse(null).success) return [name, field.default(null)]
    if (field instanceof z.ZodArray) return [name, field.default([])]
    return [name, field]
  })
  return Object.fromEntries(fields) as AsSent<S>
}

export const System = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be a system such as erp (lowercase)')
  .meta({ description: 'Name of a system, such as `erp`: lowercase `a` to `z`, digits, and underscores.' })
export const Instance = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be an instance such as main (1 to 64 of A to Z, a to z, 0 to 9, . _ -)')
  .meta({ description: 'Name of an instance of the system, such as `main`.' })
export const RecordId = z.string().min(1).max(255).meta({ description: 'ID of a record in its source.' })

/** The source record that an entity was first created from, for a record that moved to another system. */
export const CanonicalOf = z
  .object({ system: System, instance: Instance, recordId: RecordId })
  .meta({ description: 'Record whose entity ID is kept after a move to another system.' })
export type CanonicalOf = z.infer<typeof CanonicalOf>

/** The fields of a reference to an entity. */
export const reference = {
  system: described(System.optional(), 'System of the record. That of the event if absent.'),
  instance: described(Instance.optional(), 'Instance of the system. That of the event if absent.'),
  recordId: RecordId,
  canonicalOf: CanonicalOf.optional(),
}

export function isWholeOrLocal(sent: { system?: string | undefined; instance?: string | undefined }): boolean {
  return (sent.system === undefined) === (sent.instance === undefined)
}

/** Makes a rule about several fields run even if one of them is invalid, so that all faults are reported together. */
export const alsoWithFaults = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

export const wholeOrLocal = { message: 'system and instance must be given together or not at all', ...alsoWithFaults }

/** A reference to an entity. System and instance default to those of the event. */
export const EntityReference = z.object(reference).refine(isWholeOrLocal, wholeOrLocal)
export type EntityReference = z.infer<typeof EntityReference>

/** The kind of a code, such as `mpn`. */
export const CodeKind = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a kind of code such as mpn (lowercase)')
  .meta({ description: 'Kind of code, such as `material_number`.' })

/** A code that a record carries. */
export const CodeReference = z.object({
  system: System,
  instance: Instance,
  kind: CodeKind,
  value: described(codeAsSent(255, 1), 'The code itself.'),
})
export type CodeReference = z.infer<typeof CodeReference>
