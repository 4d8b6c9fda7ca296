import { z } from 'zod'

/** How a text of a table is converted. The default is the type of the field that it is for. */
export const ValueType = z.enum(['text', 'decimal', 'integer', 'boolean', 'date', 'time'])
export type ValueType = z.infer<typeof ValueType>

export type Scalar = string | number | boolean | null

const Scalar: z.ZodType<Scalar> = z.union([z.string(), z.number(), z.boolean(), z.null()])
const Factor = z.string().regex(/^\d{1,12}(\.\d{1,12})?$/, 'must be a decimal in quotes, such as "2.54"')

export interface CellMapping {
  column?: string | undefined
  template?: string | undefined
  constant?: Scalar | undefined
  as?: ValueType | undefined
  trim?: boolean | undefined
  case?: 'upper' | 'lower' | undefined
  map?: Record<string, Scalar> | undefined
  otherwise?: 'reject' | 'keep' | 'omit' | undefined
  default?: Scalar | undefined
  decimal?: '.' | ',' | undefined
  thousands?: string | undefined
  units?: Record<string, string> | undefined
  unitColumn?: string | undefined
  format?: string | undefined
  zone?: string | undefined
  separator?: string | undefined
  parts?: string | undefined
  each?: FieldValue | undefined
}

/** The value of a field: the name of a column, a cell with its conversions, a list, or an object of values. */
export type FieldValue = string | CellMapping | FieldValue[] | { [name: string]: FieldValue }

const lazyValue: z.ZodType<FieldValue> = z.lazy(() => fieldValue)

/** One value from a row, and how it is converted. */
export const CellMapping: z.ZodType<CellMapping> = z
  .strictObject({
    column: z.string().min(1).optional().meta({ description: 'Column that the value comes from.' }),
    template: z.string().min(1).optional().meta({
      description: 'Text with columns in braces, such as `{MATERIAL}@{PLANT}`. Empty if one of the columns is empty.',
    }),
    constant: Scalar.optional().meta({ description: 'The same value in every row.' }),
    as: ValueType.optional().meta({ description: 'Type of the value. The default is the type of the field.' }),
    trim: z.boolean().optional().meta({
      description: 'Whether to remove white space at the ends and invisible characters. The default is true.',
    }),
    case: z.enum(['upper', 'lower']).optional().meta({ description: 'Converts the text to upper or lower case.' }),
    map: z.record(z.string(), Scalar).optional().meta({
      description: 'Values by what the column contains, such as units or states: `{ M: MTR, ST: EA }`.',
    }),
    otherwise: z.enum(['reject', 'keep', 'omit']).optional().meta({
      description: 'What to do with a value that `map` does not list. The default is `reject`.',
    }),
    default: Scalar.optional().meta({ description: 'Value if the cell is empty.' }),
    decimal: z.enum(['.', ',']).optional().meta({ description: 'Decimal separator, if it differs from the file.' }),
    thousands: z.string().length(1).optional().meta({ description: 'Separator of groups of three digits.' }),
    units: z.record(z.string(), Factor).optional().meta({
      description:
        'Factors by the unit that follows the number, such as `{ cm: "1", m: "100" }`. The empty name is for numbers without a unit.',
    }),
    unitColumn: z.string().min(1).optional().meta({ description: 'Column that contains the unit for `units`.' }),
    format: z.string().min(1).max(64).optional().meta({
      description:
        'Format of a date or time, such as `dd.MM.yyyy HH:mm`; or `iso`, `epoch-days`, `epoch-s`, `epoch-ms`, `epoch-us`.',
    }),
    zone: z.string().min(1).optional().meta({ description: 'Time zone of a local time, such as `Europe/Berlin`.' }),
    separator: z.string().min(1).optional().meta({ description: 'Text between the items of a list.' }),
    parts: z.string().min(1).optional().meta({
      description:
        'Names of the parts of the cell, or of each item of a list, such as `{percent} % {fiber}`. `each` reads them as columns. Without `each`, the part `value` is used.',
    }),
    each: lazyValue.optional().meta({
      description: 'Value of each item of a list. Its columns are the `parts`, and `item` for the whole item.',
    }),
  })
  .refine((cell) => ['column', 'template', 'constant'].filter((name) => name in cell).length === 1, {
    message: 'must have exactly one of column, template, and constant',
  })
  .meta({ id: 'CellMapping', description: 'One value from a row, and how it is converted.' })

const cellNames = ['column', 'template', 'constant']

/** Whether an object is a cell. Any other object contains the values of fields by name. */
export function isCell(value: object): value is CellMapping {
  return cellNames.some((name) => Object.hasOwn(value, name))
}

const nested = z.record(z.string(), lazyValue).refine((value) => !isCell(value), { message: '' })

/** The value of a field. */
export const fieldValue: z.ZodType<FieldValue> = z
  .union([z.string().min(1), CellMapping, z.array(lazyValue), nested])
  .meta({ id: 'FieldValue', description: 'A column, a cell with conversions, a list, or an object of fields.' })
