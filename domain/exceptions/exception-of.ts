import { actionOf } from '../../schemas/materials/exception-table.ts'
import { MOST_INPUTS, type PositionException } from '../../schemas/materials/exceptions.ts'
import { newestOf } from '../history.ts'
import { canonicalIdOf } from '../identity/identity.ts'
import type { Finding } from './finding.ts'
import { sortedInputs } from './inputs.ts'
import type { Endpoint } from './pair.ts'

/** The material, the factory, or both, to which an exception refers. */
export interface Endpoints {
  material: Pick<Endpoint, 'key' | 'id' | 'code' | 'label'> | null
  factory: Pick<Endpoint, 'key' | 'id' | 'code' | 'label'> | null
}

/**
 * Returns an open exception as stored, with its base severity. The same code with the same endpoints always has the
 * same ID. Its times are derived from its inputs.
 */
export function exceptionOf(
  organization: string,
  { material, factory }: Endpoints,
  finding: Finding,
): PositionException {
  const { code, severity, measure, systems, datasetIds, observed, expected, delta, uom } = finding
  const inputs = sortedInputs(finding.inputs)
  const lastSeenAt = newestOf(inputs.map(({ newestAt }) => newestAt))
  const [newest] = inputs
  if (!newest || lastSeenAt === null) throw new Error(`${code} has no inputs`)
  return {
    exceptionId: canonicalIdOf([organization, code, material?.key ?? '', factory?.key ?? '', measure ?? '']),
    code,
    severity,
    status: 'open',
    material: material && endpointOf(material),
    factory: factory && endpointOf(factory),
    measure,
    systems,
    observed,
    expected,
    delta,
    uom,
    firstSeenAt: newest.observedAt,
    lastSeenAt,
    staleInput: false,
    datasetIds,
    inputs: inputs.slice(0, MOST_INPUTS).map(({ newestAt: _newestAt, ...input }) => input),
    recommendedAction: actionOf(code),
  }
}

/**
 * Returns the key that sorts exceptions by the time when they were first seen, then by ID. All times have the same
 * length, so the texts sort correctly.
 */
export function seenKeyOf({
  firstSeenAt,
  exceptionId,
}: Pick<PositionException, 'firstSeenAt' | 'exceptionId'>): string {
  return firstSeenAt + exceptionId
}

const endpointOf = ({ id, code, label }: Pick<Endpoint, 'id' | 'code' | 'label'>) => ({ id, code, label })
