import type { z } from 'zod'
import { enumOf } from '../enum-of.ts'

/** What a BOM publication does to the styles that it does not contain. */
export const PublicationMode = enumOf(
  {
    full_replacement: 'the publication replaces the whole BOM: styles that it does not contain are removed',
    partial: 'the publication replaces the styles that it contains; all others stay as they are',
  },
  { id: 'PublicationMode', description: 'What a publication replaces.' },
)
export type PublicationMode = z.infer<typeof PublicationMode>
