import { z } from 'zod'
import { MADE_OF } from '../described.ts'
import { Mapping } from './mapping.ts'

/** The JSON Schema (2020-12) of a mapping, with which editors check and complete the YAML file. */
export function mappingSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(Mapping, {
    target: 'draft-2020-12',
    io: 'input',
    override({ jsonSchema }) {
      delete jsonSchema[MADE_OF]
      delete jsonSchema.id
    },
  })
  return { $schema, $id: 'mapping.json', ...schema }
}
