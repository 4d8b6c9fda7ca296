import { useRead } from '../../../parts/data/use-read.ts'

/** The systems that send positions, as their datasets say, and those that are given, by name. */
export function useSystems(given: readonly string[]): string[] {
  const datasets = useRead('listServiceDatasets', { limit: 1000 })
  const sending = (datasets.data?.data ?? []).filter(({ recordKinds }) => recordKinds.includes('position'))
  return [...new Set([...sending.map(({ sourceSystem }) => sourceSystem), ...given])].sort()
}
