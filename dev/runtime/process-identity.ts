import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A process that cannot be mistaken for a later one with the same pid. */
export const ProcessIdentity = z.object({ pid: z.number(), startedAt: z.string() })
export type ProcessIdentity = z.infer<typeof ProcessIdentity>

/** The identity of a live process, or null when no process has this pid. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const startedAt = process.platform === 'linux' ? startedAtOnLinux(pid) : startedAtByPs(pid)
  return startedAt === null ? null : { pid, startedAt }
}

/** Whether that very process is still there; a zombie is not. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  return identifyProcess(pid)?.startedAt === startedAt
}

/** Clock ticks since the boot, and which boot: the name of the program may hold spaces, so fields count from its ")". */
function startedAtOnLinux(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return fields[0] === 'Z' ? null : `${boot}/${fields[19]}`
  } catch {
    return null
  }
}

function startedAtByPs(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}
