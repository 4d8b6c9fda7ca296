import { z } from 'zod'
import { bare } from '../checking/expectation.ts'
import {
  CreateExportInput,
  type ExportKind,
  exportKinds,
  FormatInput,
  kindsOfExports,
  parametersOf,
} from './exports.ts'

function formOf(kind: ExportKind) {
  const name = kind.replace(/(^|_)([a-z])/g, (_, _gap, letter: string) => letter.toUpperCase())
  return z
    .strictObject({
      kind: z.literal(kind).meta({ description: `Always \`${kind}\`: ${exportKinds[kind].meaning}.` }),
      format: FormatInput,
      parameters: parametersOf(kind)
        .optional()
        .meta({ description: 'Filters of the export. Exports all rows by default.' }),
    })
    .meta({ id: `Create${name}Export`, description: `Creates an export of kind \`${kind}\`.` })
}

type Form = ReturnType<typeof formOf>

/** The body that creates an export, in the contract: a variant per kind, each with the parameters of that kind. */
export const CreateExportForms = z.discriminatedUnion('kind', kindsOfExports.map(formOf) as [Form, ...Form[]])

/** The most values of an enumeration that the arguments of a tool list. */
const MOST_VALUES = 6

/** The type of a parameter, with its values if there are few. The error of a wrong value lists all of them. */
function inShort(parameter: z.core.$ZodType): z.ZodType {
  const schema = bare(parameter)
  if (schema instanceof z.ZodBoolean) return z.boolean()
  if (schema instanceof z.ZodArray) return z.array(inShort(schema.element))
  return schema instanceof z.ZodEnum && schema.options.length <= MOST_VALUES
    ? z.enum(schema.options.map(String))
    : z.string()
}

const byParameters = Map.groupBy(kindsOfExports, (kind) => Object.keys(exportKinds[kind].parameters.shape).join(', '))
const takenBy = [...byParameters].map(([names, kinds]) => `${kinds.join(', ')}: ${names}`).join('. ')

const everyParameter = kindsOfExports.flatMap((kind) => Object.entries(parametersOf(kind).shape))

/** The parameters of all kinds by name. A parameter with other values for another kind is a string. */
const shapeOfAll = Object.fromEntries(
  [...Map.groupBy(everyParameter, ([name]) => name)].map(([name, same]) => {
    const [first = z.string(), ...others] = same.map(([, parameter]) => inShort(parameter))
    const isSame = others.every((other) => jsonOf(other) === jsonOf(first))
    return [name, (isSame ? first : z.string()).optional()]
  }),
)

function jsonOf(schema: z.ZodType): string {
  return JSON.stringify(z.toJSONSchema(schema))
}

/**
 * The body that creates an export, for agents: one object with the parameters of all kinds. It is shorter than a union,
 * whose titles some libraries drop and which some reject. The description lists the parameters of each kind, and the
 * operation checks them.
 */
export const CreateExportArguments = CreateExportInput.extend({
  parameters: z
    .strictObject(shapeOfAll)
    // An optional object would be a union with null, whose description, the longest of all tools, is listed twice.
    .default({})
    .meta({
      description: `Filters of the kind. ${takenBy}. Each kind takes byteOrderMark, which helps spreadsheets recognize UTF-8.`,
    }),
})
