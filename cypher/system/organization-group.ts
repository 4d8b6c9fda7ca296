/**
 * The name under which a group of projectors rebuilds one organization. The offsets and the stage of such a rebuild are
 * stored like those of a group of projectors.
 */
export function groupOfOrganization(groupId: string, organization: string): string {
  return `${groupId}:${organization}`
}
