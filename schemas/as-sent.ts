import { z } from 'zod'
import { Timestamp } from './common.ts'

/** A decimal as a source types it: trailing zeros are allowed and dropped. */
export const DecimalAsSent = z
  .string()
  .regex(/^-?(0|[1-9]\d{0,9})(\.\d{1,16})?$/, 'must be a decimal string without exponent')
  .transform(withoutTrailingZeros)

/** C62 is the older code of EA. */
export const UnitAsSent = <T extends z.ZodType>(unit: T) =>
  z.preprocess((value) => (value === 'C62' ? 'EA' : value), unit)

/** `1.50` → `1.5`, `2.0` → `2`, `-0.0` → `0`. */
export function withoutTrailingZeros(decimal: string): string {
  const trimmed = decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
  return trimmed === '-0' ? '0' : trimmed
}

type AsSent<S extends z.ZodRawShape> = { [K in keyof S]: null extends z.output<S[K]> ? z.ZodDefault<S[K]> : S[K] }

/** A shape as sources send it: what may be null may be absent, and so may lists. */
export function asSent<S extends z.ZodRawShape>(shape: S): AsSent<S> {
  const fields = Object.entries(shape).map(([name, field]) => {
    if (field instanceof z.ZodType && field.safeParse(null).success) return [name, field.default(null)]
    if (field instanceof z.ZodArray) return [name, field.default([])]
    return [name, field]
  })
  return Object.fromEntries(fields) as AsSent<S>
}

export const System = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/)
export const Instance = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/)
export const RecordId = z.string().min(1).max(255)

/** The record that an identity was first made of, after a move to another system. */
export const CanonicalOf = z.object({ system: System, instance: Instance, recordId: RecordId })
export type CanonicalOf = z.infer<typeof CanonicalOf>

/** The fields of a reference to an entity. */
export const reference = {
  system: System.optional(),
  instance: Instance.optional(),
  recordId: RecordId,
  canonicalOf: CanonicalOf.optional(),
}

export function isWholeOrLocal(of: { system?: string | undefined; instance?: string | undefined }): boolean {
  return (of.system === undefined) === (of.instance === undefined)
}

export const wholeOrLocal = { message: 'system and instance are given together or not at all' }

/** A reference to an entity; system and instance are those of the event unless given. */
export const EntityReference = z.object(reference).refine(isWholeOrLocal, wholeOrLocal)
export type EntityReference = z.infer<typeof EntityReference>

/** A code that a record carries. */
export const CodeReference = z.object({
  system: System,
  instance: Instance,
  kind: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
  value: z.string().min(1).max(255),
})
export type CodeReference = z.infer<typeof CodeReference>

/** RFC 3339 with any offset and precision; read as UTC with milliseconds. */
export const TimeAsSent = z.iso
  .datetime({ offset: true })
  .refine((time) => !Number.isNaN(Date.parse(time)), 'is not a time')
  .transform((time) => new Date(time).toISOString())
  .pipe(Timestamp)
