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

const byParameters = Map.groupBy(kindsOfExports, (kind) => Object.keys(exportKinds[kind].parameters.shape).join(', '))
const takenBy = [...byParameters].map(([names, kinds]) => `${kinds.join(', ')}: ${names}`).join('. ')

const everyParameter = kindsOfExports.flatMap((kind) => Object.entries(parametersOf(kind).shape))

/** All parameters by their names, in short. One that has other values for another kind is a text. */
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
 * The same for agents, who pay for every character, and whose libraries lose the titles of a union, or refuse it: one
 * object with the parameters of all kinds. Which of them a kind takes is in the description, and checked by the operation.
 */
export const CreateExportArguments = CreateExportInput.extend({
  parameters: z
    .strictObject(shapeOfAll)
    .optional()
    .meta({
      description: `Filters of the kind. ${takenBy}. Each kind takes byteOrderMark, which helps spreadsheets recognize UTF-8.`,
    }),
})
