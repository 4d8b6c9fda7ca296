import { z } from 'zod'
import { bare } from './checking/expectation.ts'
import { CreateExportInput, type ExportKind, exportKinds, kindsOfExports, parametersOf } from './exports.ts'

function formOf(kind: ExportKind) {
  const name = kind.replace(/(^|_)([a-z])/g, (_, _gap, letter: string) => letter.toUpperCase())
  return z
    .strictObject({
      kind: z.literal(kind).meta({ description: `Always \`${kind}\`: ${exportKinds[kind].meaning}.` }),
      parameters: parametersOf(kind)
        .optional()
        .meta({ description: 'Filters of the export. Exports all rows by default.' }),
    })
    .meta({ id: `Create${name}Export`, description: `Creates an export of kind \`${kind}\`.` })
}

type Form = ReturnType<typeof formOf>

/** What creates an export, as the contract shows it: by the kind, each with the parameters that it takes. */
export const CreateExportForms = z.discriminatedUnion('kind', kindsOfExports.map(formOf) as [Form, ...Form[]])

/** Up to how many values are listed among the arguments of a tool. */
const MOST_VALUES = 6

/** The type of a parameter and, when they are few, its values: the fault of a wrong one lists the rest. */
function inShort(parameter: z.core.$ZodType): z.ZodType {
  const schema = bare(parameter)
  if (schema instanceof z.ZodBoolean) return z.boolean()
  if (schema instanceof z.ZodArray) return z.array(inShort(schema.element))
  return schema instanceof z.ZodEnum && schema.options.length <= MOST_VALUES
    ? z.enum(schema.options.map(String))
    : z.string()
}

const byParameters = Map.groupBy(kindsOfExports, (kind) => Object.keys(parametersOf(kind).shape).join())

/**
 * The same for agents, who pay for every character, and of whose clients some refuse a union that is not inside of an
 * object: parameters in short, titled by the kinds that take them.
 */
export const CreateExportArguments = CreateExportInput.extend({
  parameters: z
    .union(
      [...byParameters.values()].map((kinds) => {
        const parameters = Object.entries(parametersOf(kinds[0] ?? 'entities').shape)
        const shape = parameters.map(([name, parameter]) => [name, inShort(parameter).optional()])
        return z.strictObject(Object.fromEntries(shape)).meta({ title: kinds.join(', ') })
      }),
    )
    .optional()
    .meta({
      description: 'Filters of the kind that the title names. byteOrderMark helps spreadsheets recognize UTF-8.',
    }),
})
