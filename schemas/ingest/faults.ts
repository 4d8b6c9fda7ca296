import { z } from 'zod'

/** One fault of an event. The names are those of BOM events. They are null if they are unknown. */
export const IngestFault = z
  .object({
    path: z.string().meta({ description: 'Path of the field, such as `fields.3.value`. Empty for the whole event.' }),
    detail: z.string().meta({ description: 'What is wrong with the field, as the end of a sentence.' }),
    styleNumber: z.string().nullable().meta({
      description: 'Number of the style that the fault is about. Null if it is not about a style.',
    }),
    line: z.string().nullable().meta({
      description: '`bomLineRef` of the line, or its `lineNumber` if it has none. Null if it is not about one line.',
    }),
    sku: z.string().nullable().meta({ description: 'Code of the SKU. Null if the fault is not about one SKU.' }),
    eventId: z.string().nullable().meta({
      description: 'ID of the event of a publication that has the fault. Null for other events.',
    }),
    source: z.string().nullable().meta({
      description: 'Source of the event of a publication: `/{system}/{instance}`. Null for other events.',
    }),
  })
  .meta({ id: 'IngestFault', description: 'One invalid field of an event.' })
export type IngestFault = z.infer<typeof IngestFault>
