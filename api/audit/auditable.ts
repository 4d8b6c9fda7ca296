import type { Operation } from '../operation.ts'

/** What a request asked for; of unknown names only that they came, because a secret may have been sent under one. */
export function auditable(
  operation: Pick<Operation, 'input'>,
  input: Record<string, unknown> | null,
): Record<string, unknown> {
  const entries = Object.entries(input ?? {}).slice(0, 50)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name.slice(0, 100),
      Object.hasOwn(operation.input.shape, name) ? value : '[unknown]',
    ]),
  )
}
