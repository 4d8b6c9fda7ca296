import { z } from 'zod'

/** The encodings of text files, by their names in the WHATWG Encoding Standard. */
export const TextEncoding = z.enum([
  'utf-8',
  'utf-16le',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1254',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
])
export type TextEncoding = z.infer<typeof TextEncoding>

/** How the file of a mapping is read. */
export const InputFormat = z.strictObject({
  format: z
    .enum(['csv', 'ndjson', 'debezium'])
    .default('csv')
    .meta({ description: '`csv`, `ndjson` (one JSON object per line), or `debezium` (one change event per line).' }),
  encoding: TextEncoding.default('utf-8').meta({
    description: 'Encoding of the file. A byte order mark is removed. JSON must be in UTF-8.',
  }),
  delimiter: z.string().min(1).max(4).default(',').meta({ description: 'CSV: text between values.' }),
  quote: z
    .union([z.string().length(1), z.literal('')])
    .default('"')
    .meta({ description: 'CSV: character around values. Empty if the file does not quote values.' }),
  header: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .meta({ description: 'CSV: names of the columns, if the first line does not contain them.' }),
  decimal: z.enum(['.', ',']).default('.').meta({ description: 'Decimal separator.' }),
  thousands: z.string().length(1).optional().meta({
    description: 'Separator of groups of three digits. By default, numbers with such a separator are rejected.',
  }),
  zone: z.string().min(1).default('UTC').meta({ description: 'Time zone of local times, such as `Europe/Berlin`.' }),
  empty: z.array(z.string()).default([]).meta({ description: 'Values that mean no value, such as `NULL` or `-`.' }),
})
export type InputFormat = z.output<typeof InputFormat>
