import type { Organization } from '../../schemas/credentials.ts'
import type { Dead } from './decode-envelope.ts'

/** Returns the reason to reject the events of a source, or null if its organization accepts them. */
export function refusalOf(
  event: { organization: string; source: string },
  known: ReadonlyMap<string, Organization>,
): Pick<Dead, 'reason' | 'detail'> | null {
  const organization = known.get(event.organization)
  if (!organization)
    return { reason: 'unknown_organization', detail: `organization ${event.organization} is not registered` }
  const { allowedSources } = organization
  if (allowedSources === null || allowedSources.includes(event.source)) return null
  return {
    reason: 'source_not_allowed',
    detail: `source ${event.source} is not among those that ${event.organization} accepts: ${listed(allowedSources)}`,
  }
}

const MAX_LISTED = 8

function listed(sources: readonly string[]): string {
  const more = sources.length > MAX_LISTED ? ` and ${sources.length - MAX_LISTED} more` : ''
  return `${sources.slice(0, MAX_LISTED).join(', ')}${more}`
}
