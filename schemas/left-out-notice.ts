import { z } from 'zod'
import { described } from './described.ts'
import { enumOf } from './enum-of.ts'
import { Scope } from './scopes.ts'

/** A notice about a part of a response that is left out because the caller lacks its scope. */
export const LeftOutNotice = z
  .object({
    code: enumOf(
      { left_out: 'part of the response is left out because the token lacks a scope' },
      { description: 'Kind of notice.' },
    ),
    scope: described(Scope, 'Scope that the token lacks.'),
    detail: z.string().meta({ description: 'The notice in one sentence.' }),
  })
  .meta({ id: 'LeftOutNotice', description: 'What is left out because the token lacks a scope.' })
export type LeftOutNotice = z.infer<typeof LeftOutNotice>
