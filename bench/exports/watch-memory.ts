import { readFileSync } from 'node:fs'

const SAMPLE_MS = 20

/** Samples the resident memory of a process. `growth` returns the bytes by which it rose above its first value. */
export function watchMemory(pid: number | null): { growth(): number; stop(): void } {
  const before = residentBytes(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(pid))
  }, SAMPLE_MS)
  return { growth: () => most - before, stop: () => clearInterval(timer) }
}

/** NaN if it cannot be read. */
function residentBytes(pid: number | null): number {
  if (pid === null || process.platform !== 'linux') return Number.NaN
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
