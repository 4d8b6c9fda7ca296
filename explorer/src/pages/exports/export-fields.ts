import type { CreateExportInput, ExportKind } from '@tenant-data/client'

/** The parameters of a kind, as the contract has them. */
export type ParametersOf<Kind extends ExportKind> = Required<
  NonNullable<Extract<CreateExportInput, { kind: Kind }>['parameters']>
>

/** Every parameter that some kind has. */
export type ParameterName = { [Kind in ExportKind]: keyof ParametersOf<Kind> }[ExportKind]

interface Described {
  label: string
  /** What the label does not say. */
  hint?: string
}

interface TextField extends Described {
  input: 'text' | 'date' | 'time'
}
interface FlagField extends Described {
  input: 'flag'
}
interface OneField<Value extends string = string> extends Described {
  input: 'one'
  values: readonly Value[]
}
interface SomeField<Value extends string = string> extends Described {
  input: 'some'
  values: readonly Value[]
}

/** How a parameter is asked for. */
export type Field = TextField | FlagField | OneField | SomeField

/** The fields that can hold a parameter: those of a type that has only some values offer values of it alone. */
export type FieldOf<Value> = [Value] extends [readonly (infer One extends string)[]]
  ? SomeField<One>
  : [Value] extends [boolean]
    ? FlagField
    : [Value] extends [string]
      ? [string] extends [Value]
        ? TextField
        : OneField<Value>
      : never

export const text = (label: string, hint?: string): TextField => ({ input: 'text', label, ...(hint && { hint }) })
export const day = (label: string, hint: string): TextField => ({ input: 'date', label, hint })
export const time = (label: string, hint: string): TextField => ({ input: 'time', label, hint })
export const flag = (label: string, hint: string): FlagField => ({ input: 'flag', label, hint })

export function one<const Value extends string>(label: string, values: readonly Value[], hint?: string) {
  return { input: 'one', label, values, ...(hint && { hint }) } satisfies OneField<Value>
}

export function some<const Value extends string>(label: string, values: readonly Value[], hint?: string) {
  return { input: 'some', label, values, ...(hint && { hint }) } satisfies SomeField<Value>
}
