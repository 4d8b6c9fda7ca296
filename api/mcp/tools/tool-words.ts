/**
 * A text of the contract as models read it: an operation that is served as a tool has the tool's name.
 * @param toolNames by the ids of their operations
 */
export function inToolWords(text: string, toolNames: ReadonlyMap<string, string>): string {
  return text.replace(/`([a-z]+[A-Z]\w*)`/g, (whole, name: string) => toolNames.get(name) ?? whole)
}
