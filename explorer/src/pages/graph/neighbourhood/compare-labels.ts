const collator = new Intl.Collator('en', { numeric: true })

/** By label as people count, then by id. */
export function compareLabels(
  a: { label: string | null; id: string },
  b: { label: string | null; id: string },
): number {
  return collator.compare(a.label ?? '', b.label ?? '') || (a.id < b.id ? -1 : 1)
}
