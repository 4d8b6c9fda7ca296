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

/** Whether this process, and not another one with the same PID, is alive. A zombie is not. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  return identifyProcess(pid)?.startedAt === startedAt
}

/** Whether a process is suspended. It obeys SIGSTOP only when it is scheduled the next time. */
export function isSuspended(pid: number): boolean {
  const state = process.platform === 'linux' ? statusOnLinux(pid)[0] : askPs(pid, 'state')
  return state?.startsWith('T') ?? false
}

/** The start time as clock ticks since the boot, and the ID of the boot. */
function startedAtOnLinux(pid: number): string | null {
  const fields = statusOnLinux(pid)
  if (fields.length === 0 || fields[0] === 'Z') return null
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`
}

/**
 * The fields of /proc/PID/stat after the name, which can contain spaces and ends with ")". Empty if there is no
 * process.
 */
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
