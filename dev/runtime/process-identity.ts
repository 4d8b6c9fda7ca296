import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A process that cannot be mistaken for a later one with the same pid. */
export const ProcessIdentity = z.object({ pid: z.number(), startedAt: z.string() })
export type ProcessIdentity = z.infer<typeof ProcessIdentity>

/** The identity of a live process, or null when no process has this pid. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const startedAt = process.platform === 'linux' ? startedAtOnLinux(pid) : askPs(pid, 'lstart')
  return startedAt === null ? null : { pid, startedAt }
}

/** Whether that very process is still there; a zombie is not. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  return identifyProcess(pid)?.startedAt === startedAt
}

/** Whether a process is stopped by a signal: SIGSTOP is obeyed when the process gets its next turn, not at once. */
export function isSuspended(pid: number): boolean {
  const state = process.platform === 'linux' ? statusOnLinux(pid)[0] : askPs(pid, 'state')
  return state?.startsWith('T') ?? false
}

/** Clock ticks since the boot, and which boot. */
function startedAtOnLinux(pid: number): string | null {
  const fields = statusOnLinux(pid)
  if (fields.length === 0 || fields[0] === 'Z') return null
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`
}

/** The state of a process and what follows it; none of what is gone. The name before may hold spaces, and ends with ")". */
function statusOnLinux(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

function askPs(pid: number, field: 'lstart' | 'state'): string | null {
  try {
    return execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}
