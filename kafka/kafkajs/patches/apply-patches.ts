import { codecsPatch } from './codecs.ts'
import { fetchResponsesPatch } from './fetch-responses.ts'
import { idleTimerPatch } from './idle-timer.ts'
import { keepMembershipPatch } from './keep-membership.ts'
import type { Patch } from './patch.ts'

export const patches: readonly Patch[] = [codecsPatch, idleTimerPatch, fetchResponsesPatch, keepMembershipPatch]

export function applyPatches(): void {
  for (const patch of patches) patch.apply()
}
