import type { Layout } from './neighbourhood-layout.ts'

/**
 * The node that a key leads to: up and down within a column, to its ends, and left and right to the next column, there to the
 * nearest of those that the node is linked to, else to the nearest. Null for a key that leads nowhere.
 */
export function nextNode(
  key: string,
  current: string,
  { columns, places }: Pick<Layout, 'columns' | 'places'>,
  links: readonly { a: string; b: string }[],
): string | null {
  const index = columns.findIndex((column) => column.includes(current))
  const column = columns[index]
  if (column === undefined) return null
  const row = column.indexOf(current)
  switch (key) {
    case 'ArrowUp':
      return column[row - 1] ?? current
    case 'ArrowDown':
      return column[row + 1] ?? current
    case 'Home':
      return column[0] ?? current
    case 'End':
      return column.at(-1) ?? current
    case 'ArrowLeft':
      return nearest(columns[index - 1] ?? []) ?? current
    case 'ArrowRight':
      return nearest(columns[index + 1] ?? []) ?? current
    default:
      return null
  }

  function nearest(others: readonly string[]): string | undefined {
    const linked = others.filter((other) => links.some(({ a, b }) => isPair(a, b, other)))
    const away = (id: string) => Math.abs((places.get(id)?.y ?? 0) - (places.get(current)?.y ?? 0))
    return (linked.length > 0 ? linked : others).toSorted((a, b) => away(a) - away(b))[0]
  }

  function isPair(a: string, b: string, other: string): boolean {
    return (a === current && b === other) || (b === current && a === other)
  }
}
