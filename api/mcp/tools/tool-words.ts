/**
 * Replaces operation IDs in a text of the contract with the names of their tools, because models only know these.
 * @param toolNames by operation ID
 */
export function inToolWords(text: string, toolNames: ReadonlyMap<string, string>): string {
  return text.replace(/`([a-z]+[A-Z]\w*)`/g, (whole, name: string) => toolNames.get(name) ?? whole)
}
