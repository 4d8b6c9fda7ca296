import { nextFactoryOfPositions, nextFactoryOfRequirements } from '../../cypher/reconcile-pages.ts'
import { readRef } from '../../schemas/connected-refs.ts'
import type { Round } from './round.ts'

/**
 * The systems whose codes name factories in positions and open production. There are a handful: one look into the index
 * for each, from the end of one system's codes to the next.
 */
export async function factorySystems({ run, organization }: Round): Promise<string[]> {
  const systems = new Set<string>()
  for (const query of [nextFactoryOfPositions, nextFactoryOfRequirements]) {
    for (let after = 'code:'; ; ) {
      const [next] = await run(query, organization, { after })
      if (!next?.factoryRef.startsWith('code:')) break
      const ref = readRef(next.factoryRef)
      const system = ref.kind === 'code' ? (ref.system ?? '*') : '*'
      systems.add(system)
      after = `code:${system};`
    }
  }
  return [...systems]
}
