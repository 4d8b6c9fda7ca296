/** The name of the variable that a sample reads a value from: `EXPORT_ID` for `exportId`. */
export function variableOf(name: string): string {
  return name.replace(/(?=[A-Z])/g, '_').toUpperCase()
}
