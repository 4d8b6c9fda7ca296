import type { Operation } from '../core/operation.ts'

/** What a request asked for; of unknown names only that they came, because a secret may have been sent under one. */
export function auditable(
  operation: Pick<Operation, 'input'>,
  input: Record<string, unknown> | null,
): Record<string, unknown> {
  const given = input ?? {}
  const names = Object.keys(given).slice(0, 50)
  const known = (name: string) => Object.hasOwn(operation.input.shape, name)
  return Object.fromEntries(names.map((name) => [name.slice(0, 100), known(name) ? given[name] : '[unknown]']))
}
