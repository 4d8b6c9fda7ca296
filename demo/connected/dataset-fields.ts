import type { RecordData } from '../event.ts'

export type DatasetField = NonNullable<RecordData<'dataset'>['fields']>[number]

/**
 * Fields in short: `name type unit`, each with what follows of `?` (may be null), `!` (confidential) and `@`
 * (personal). Without a type it is text, without a mark internal.
 */
export function fieldsOf(short: string): DatasetField[] {
  return short.split(', ').map((entry): DatasetField => {
    const [marked = '', type = 'text', unit = null] = entry.split(' ')
    const name = marked.replace(/[?!@]+$/, '')
    const marks = marked.slice(name.length)
    return {
      name,
      type: type as DatasetField['type'],
      unit,
      nullable: marks.includes('?'),
      description: null,
      classification: marks.includes('@') ? 'personal' : marks.includes('!') ? 'confidential' : 'internal',
    }
  })
}
