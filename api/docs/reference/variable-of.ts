/** The variable from which a sample takes what the reader has to fill in: `EXPORT_ID` for exportId. */
export function variableOf(name: string): string {
  return name.replace(/(?=[A-Z])/g, '_').toUpperCase()
}
