import { readFileSync } from 'node:fs'
import { sum } from './report/stats.ts'

/**
 * Linux counts in hundredths of a second for every program, whatever its kernel was built with (`man 5 proc_pid_stat`).
 */
const TICKS_PER_SECOND = 100

/** The processes that are measured, by name. Null is a process on another machine. */
export type Processes = Readonly<Record<string, number | null>>

/** Seconds of CPU by process. Null if they cannot be read. */
export type CpuSeconds = Record<string, number | null>

/** Starts counting. The returned function returns the CPU time that each process has used since. */
export function countCpu(processes: Processes): () => CpuSeconds {
  const before = Object.entries(processes).map(([name, pid]) => ({ name, pid, seconds: cpuSeconds(pid) }))
  return () =>
    Object.fromEntries(
      before.map(({ name, pid, seconds }) => {
        const now = cpuSeconds(pid)
        return [name, now === null || seconds === null ? null : now - seconds]
      }),
    )
}

/** Adds up the seconds of the same processes. */
export function addCpu(parts: readonly CpuSeconds[]): CpuSeconds {
  const names = Object.keys(parts[0] ?? {})
  return Object.fromEntries(
    names.map((name) => {
      const seconds = parts.flatMap((part) => part[name] ?? [])
      return [name, seconds.length < parts.length ? null : sum(seconds)]
    }),
  )
}

/** User and system time of a process since its start. The name in the second field may hold spaces and parentheses. */
function cpuSeconds(pid: number | null): number | null {
  if (pid === null || process.platform !== 'linux') return null
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
